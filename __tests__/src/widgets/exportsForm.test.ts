import {
  dayOptions,
  downloadDefaults,
  downloadSchema,
  firstDayOf,
  mailSchema,
  withValidDay,
  yearOptions,
} from '../../../src/widgets/exports/form';
import { formErrors } from '../../support/formErrors';

const ZONE = 'Europe/Istanbul';
const at = (iso: string) => Date.parse(iso);

test.each([
  ['one month ago', '2026-11-20T09:00:00Z', '20', '10', '2026'],
  ['over the new year', '2026-01-15T09:00:00Z', '15', '12', '2025'],
  ['a day that the month before does not have', '2026-03-31T09:00:00Z', '28', '2', '2026'],
  ['a leap year', '2028-03-30T09:00:00Z', '29', '2', '2028'],
  ['the marketplace’s day', '2026-11-20T22:00:00Z', '21', '10', '2026'],
])('starts with %s', (_name, now, day, month, year) => {
  expect(downloadDefaults(at(now), ZONE)).toEqual({ byDate: false, day, month, year, onlyShortlisted: false });
});

test.each([
  ['2026', '2', 28],
  ['2028', '2', 29],
  ['2026', '4', 30],
  ['2026', '12', 31],
  ['', '2', 31],
  ['2026', '', 31],
])('%s-%s has %d days', (year, month, days) => {
  expect(dayOptions(year, month)).toHaveLength(days);
});

test('lists the years from 2011 on, newest first', () => {
  const years = yearOptions(at('2026-12-31T22:00:00Z'), ZONE);
  expect([years[0], years.at(-1)]).toEqual(['2027', '2011']);
});

const values = (given: object) => ({
  byDate: true,
  day: '31',
  month: '1',
  year: '2026',
  onlyShortlisted: false,
  ...given,
});

test.each([
  [{ month: '2' }, '28'],
  [{ month: '2', year: '2028' }, '29'],
  [{ month: '3' }, '31'],
  [{ day: '28', month: '2' }, '28'],
  [{ day: '' }, ''],
])('takes the last day of a month that lacks the day: %p', (given, day) => {
  expect(withValidDay(values(given)).day).toBe(day);
});

test.each([
  ['unticked', { byDate: false, day: '', month: '', year: '' }, {}, null],
  ['whole', {}, {}, '2026-01-31'],
  ['padded', { day: '5' }, {}, '2026-01-05'],
  ['a day that the month lacks', { month: '2' }, {}, undefined],
  ['no day', { day: '' }, { day: 'jobs.excelDownloadForm.day.required' }, undefined],
  ['no month', { month: '' }, { month: 'jobs.excelDownloadForm.month.required' }, undefined],
  ['no year', { year: '' }, { year: 'jobs.excelDownloadForm.year.required' }, undefined],
])('the date: %s', async (_name, given, errors, first) => {
  expect(await formErrors(downloadSchema, values(given))).toEqual(errors);
  expect(firstDayOf(values(given))).toBe(first);
});

test.each([
  ['', 'jobs.excelForm.email.required'],
  ['   ', 'jobs.excelForm.email.required'],
  ['someone', 'validation.email'],
  ['someone@x', 'validation.email'],
  ['someone@x.test', undefined],
])('the email %p', async (email, error) => {
  const errors = await formErrors(mailSchema('jobs.excelForm.email.required'), { email });
  expect(errors).toEqual(error === undefined ? {} : { email: error });
});
