import { emptyFilters, shortlistChanged, shortlistedReducer } from '../../../../src/domains/applications';
import { applicantActions } from '../../../../src/domains/applications/detailSlice';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApplication } from '../../../support/builders';

const query = { tab: 'all', jobId: null, filters: emptyFilters } as const;
const row = anApplication({ id: 5, isShortListed: true });
const detail = anApplicationDetail({ id: 5, isShortListed: true });

test.each([
  ['a loaded list', applicationsActions.listLoaded({ query, rows: [row], next: null })],
  ['the next rows of a list', applicationsActions.moreLoaded({ query, rows: [row], next: null })],
  ['a confirmed change', shortlistChanged(row)],
  ['a loaded applicant', applicantActions.applicantLoaded(detail)],
])('%s says whether the application is on the shortlist', (_name, action) =>
  expect(shortlistedReducer({ known: { 5: false, 6: true }, changed: {} }, action).known).toEqual({ 5: true, 6: true }),
);

test('a preloaded applicant says it only of an application that is not known yet', () => {
  const preloaded = applicantActions.applicantPreloaded(detail);
  expect(shortlistedReducer({ known: { 6: true }, changed: {} }, preloaded).known).toEqual({ 5: true, 6: true });
  expect(shortlistedReducer({ known: { 5: false }, changed: {} }, preloaded).known).toEqual({ 5: false });
});

test('rows that load are older than a change that was confirmed meanwhile, until the list is opened again', () => {
  const older = applicationsActions.listLoaded({ query, rows: [{ ...row, isShortListed: false }], next: null });
  const opened = applicationsActions.listOpened({ query, page: 1 });
  const meanwhile = [opened, shortlistChanged(row), older].reduce(shortlistedReducer, undefined);
  expect(meanwhile?.known).toEqual({ 5: true });
  expect([opened, older].reduce(shortlistedReducer, meanwhile)?.known).toEqual({ 5: false });
});
