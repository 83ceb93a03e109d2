import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik, useField, useFormikContext } from 'formik';
import { useFieldRows } from '../../../src/ui/useFieldRows';

interface Values {
  title: string;
  rows: { text: string }[];
}

const Row = ({ index }: { index: number }) => {
  const [field, { touched }] = useField<string>(`rows.${index}.text`);
  return <input aria-label={`row ${index + 1}${touched ? ', touched' : ''}`} {...field} />;
};

const Rows = () => {
  const { values } = useFormikContext<Values>();
  const { push, remove } = useFieldRows<Values, 'rows'>('rows');
  return (
    <>
      {values.rows.map((_row, index) => (
        <p key={index}>
          <Row index={index} />
          <button type="button" onClick={() => remove(index)}>
            remove {index + 1}
          </button>
        </p>
      ))}
      <button type="button" onClick={() => push({ text: '' })}>
        add
      </button>
      <output>{JSON.stringify(values)}</output>
    </>
  );
};

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const values = () => JSON.parse(screen.getByRole('status').textContent) as Values;

test('adds a row, and removes one with the marks of its fields', async () => {
  render(
    <Formik<Values> initialValues={{ title: 'Cook', rows: [{ text: 'a' }] }} onSubmit={jest.fn()}>
      <Rows />
    </Formik>,
  );
  await press('add');
  await userEvent.type(screen.getByLabelText('row 2'), 'b');
  await userEvent.tab();
  expect(values()).toEqual({ title: 'Cook', rows: [{ text: 'a' }, { text: 'b' }] });
  expect(screen.getByLabelText('row 2, touched')).toHaveValue('b');
  expect(screen.getByLabelText('row 1')).toHaveValue('a');
  await press('remove 1');
  expect(values()).toEqual({ title: 'Cook', rows: [{ text: 'b' }] });
  expect(await screen.findByLabelText('row 1, touched')).toHaveValue('b');
  await press('remove 1');
  expect(values()).toEqual({ title: 'Cook', rows: [] });
});
