import { Form, Formik } from 'formik';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { object } from 'yup';
import { DateField, dateValue, formatDate } from '../../../src/ui/DateField';
import { startRules } from '../../../src/lib/startTime';
import { NOW } from '../../support/fakeClock';
import { renderUi } from '../../support/renderUi';

test.each([
  ['25112026', '25/11/2026'],
  ['25/11/2026', '25/11/2026'],
  ['1/2/2026', '01/02/2026'],
  ['1.2.2026', '01/02/2026'],
  ['2026-11-25', '25/11/2026'],
  ['2026/11/25', '25/11/2026'],
  ['2026.3.5', '05/03/2026'],
  ['2511', '25/11'],
  ['25/', '25'],
  ['5/', '05'],
  ['251120269', '25/11/2026'],
  ['soon', ''],
  ['', ''],
])('the typed text %j reads %j', (text, shown) => expect(formatDate(text)).toBe(shown));

test.each(['25/11/2026', '01/02/2026', '25/11', '2', ''])('%j stays as it is', (text) =>
  expect(formatDate(text)).toBe(text),
);

test.each([
  ['25/11/2026', '2026-11-25'],
  ['31/02/2026', '31/02/2026'],
  ['25/11', '25/11'],
  ['', ''],
])('the text %j gives the value %j', (text, value) => expect(dateValue(text)).toBe(value));

const { date } = startRules({ now: () => NOW, timeZone: 'Europe/Istanbul' });

const show = (initial = '') => {
  const onSubmit = jest.fn();
  const view = renderUi(
    <Formik initialValues={{ date: initial }} validationSchema={object({ date })} onSubmit={onSubmit}>
      <Form noValidate>
        <DateField name="date" label="Date" min="2026-11-25" />
        <button type="submit">Send</button>
      </Form>
    </Formik>,
  );
  return { ...view, onSubmit, field: screen.getByLabelText('Date') };
};

test('a typed date goes to the form as the wire has it', async () => {
  const { user, onSubmit, field } = show();
  await user.type(field, '1/12/2026');
  expect(field).toHaveValue('01/12/2026');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ date: '2026-12-01' }, expect.anything()));
});

test('digits of other scripts are read as digits', async () => {
  const { user, field } = show();
  await user.type(field, '٠٥/٠٣/٢٠٢٧');
  expect(field).toHaveValue('05/03/2027');
});

test.each([
  ['31/02/2027', /Enter a date that exists/],
  ['25/11', /Enter a date that exists/],
  ['01/01/2020', /Choose a time in the future/],
])('the date %s is refused with what is wrong, and stays as typed', async (text, problem) => {
  const { user, onSubmit, field } = show();
  await user.type(field, text);
  await user.tab();
  await waitFor(() => expect(field).toHaveAccessibleDescription(problem));
  expect(field).toHaveValue(text);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the button opens the browser’s calendar, whose day is shown as on the page', async () => {
  const { user, container, field } = show('2026-11-26');
  expect(field).toHaveValue('26/11/2026');
  const calendar = container.querySelector<HTMLInputElement>('input[type="date"]')!;
  calendar.showPicker = jest.fn();
  await user.click(screen.getByRole('button', { name: 'Open the calendar' }));
  expect(calendar.showPicker).toHaveBeenCalledTimes(1);
  fireEvent.change(calendar, { target: { value: '2026-12-03' } });
  await waitFor(() => expect(field).toHaveValue('03/12/2026'));
});
