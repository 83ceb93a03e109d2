import { act, fireEvent, screen, within } from '@testing-library/react';
import { Formik } from 'formik';
import { PlaceField, type PlaceValue } from '../../../src/ui/PlaceField';
import { SuggestField } from '../../../src/ui/SuggestField';
import { renderUi } from '../../support/renderUi';

const KADIKOY = { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 };
const KADIRLI = { name: 'Kadirli, Osmaniye', latitude: 37.37, longitude: 36.1 };

interface Options {
  places?: readonly PlaceValue[];
  value?: PlaceValue | null;
  loading?: boolean;
  failed?: boolean;
}

const show = ({ places = [KADIKOY, KADIRLI], value = null, loading = false, failed = false }: Options = {}) => {
  const onSearch = jest.fn();
  const onChoose = jest.fn();
  const view = renderUi(
    <Formik initialValues={{ place: value }} onSubmit={jest.fn()}>
      {({ values }) => (
        <>
          <PlaceField
            name="place"
            label="Location"
            places={places}
            loading={loading}
            failed={failed}
            onSearch={onSearch}
            onChoose={onChoose}
          />
          <pre>{JSON.stringify(values.place)}</pre>
        </>
      )}
    </Formik>,
  );
  const held = () => JSON.parse(view.container.querySelector('pre')?.textContent ?? '') as PlaceValue | null;
  return { ...view, onSearch, onChoose, held };
};

const box = () => screen.getByRole('combobox', { name: 'Location' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(box(), { key });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const leave = async () => {
  fireEvent.blur(box());
  await pass(0);
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('searches a place from one letter on, 250 ms after the last keystroke', async () => {
  const { onSearch } = show();
  expect(screen.queryByRole('listbox')).toBeNull();
  type(' ');
  await pass(1000);
  expect(onSearch).not.toHaveBeenCalled();
  type('k');
  await pass(249);
  type('ka');
  await pass(249);
  expect(onSearch).not.toHaveBeenCalled();
  await pass(1);
  expect(onSearch.mock.calls).toEqual([['ka']]);
});

test('offers no results of an earlier search for a new text', async () => {
  const { held } = show();
  type('ka');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  press('Enter');
  await pass(0);
  expect(held()).toBeNull();
  await pass(250);
  expect(screen.getAllByRole('option')).toHaveLength(2);
});

test('Enter takes no suggestion of an earlier text', async () => {
  const { held } = show();
  type('ka');
  await pass(250);
  type('kad');
  press('Enter');
  await pass(0);
  expect(held()).toBeNull();
  await pass(250);
  press('Enter');
  await pass(0);
  expect(held()).toEqual(KADIKOY);
});

test('arrows wrap around, Enter selects the place with its coordinates, and the box shows its name', async () => {
  const { held, onChoose } = show();
  type('kad');
  await pass(250);
  const [first, second] = screen.getAllByRole('option');
  expect(box()).toHaveAttribute('aria-activedescendant', first?.id);
  press('ArrowUp');
  expect(box()).toHaveAttribute('aria-activedescendant', second?.id);
  expect(second).toHaveAttribute('aria-selected', 'true');
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  await pass(0);
  expect(held()).toEqual(KADIRLI);
  expect(onChoose).toHaveBeenCalledWith(KADIRLI);
  expect(box()).toHaveValue(KADIRLI.name);
  expect(box()).toHaveAttribute('aria-expanded', 'false');
});

test('a click selects a place', async () => {
  const { held } = show();
  type('kad');
  await pass(250);
  fireEvent.click(within(screen.getByRole('listbox')).getByText(KADIKOY.name));
  await pass(0);
  expect(held()).toEqual(KADIKOY);
});

test.each([
  ['left', async () => leave()],
  ['escaped from', async () => void press('Escape')],
])('text without a selection reverts to the value when the box is %s', async (_name, go) => {
  const { held } = show({ value: KADIKOY });
  type('ankara');
  await pass(250);
  await go();
  expect(box()).toHaveValue(KADIKOY.name);
  expect(held()).toEqual(KADIKOY);
});

test('Tab takes the highlighted suggestion, but none of an earlier text', async () => {
  const { held } = show();
  type('kad');
  await pass(250);
  type('kadir');
  press('Tab');
  await pass(0);
  expect(held()).toBeNull();
  await pass(250);
  press('ArrowDown');
  press('Tab');
  await leave();
  expect(held()).toEqual(KADIRLI);
  expect(box()).toHaveValue(KADIRLI.name);
});

test('a text without a suggestion stays in the box, and the search opens again with it', async () => {
  const { held, onSearch } = show();
  type('kad');
  press('Tab');
  await leave();
  expect([held(), onSearch.mock.calls]).toEqual([null, []]);
  expect(box()).toHaveValue('kad');
  fireEvent.focus(box());
  await pass(250);
  expect(onSearch.mock.calls).toEqual([['kad']]);
  press('Enter');
  await pass(0);
  expect(held()).toEqual(KADIKOY);
});

test.each([
  ['kadıkoy, ISTANBUL', KADIKOY],
  ['kadıköy', null],
])('leaving the box with the text %s takes the suggestion only if it is its name', async (text, taken) => {
  const { held } = show();
  type(text);
  await pass(250);
  await leave();
  expect(held()).toEqual(taken);
});

test('an arrow in a closed box keeps the selected place', async () => {
  show({ value: KADIKOY });
  press('ArrowDown');
  await pass(300);
  expect(box()).toHaveValue(KADIKOY.name);
});

test('clearing the box clears the value', async () => {
  const { held, onChoose } = show({ value: KADIKOY });
  type('');
  await leave();
  expect([held(), onChoose.mock.calls]).toEqual([null, [[null]]]);
  expect(box()).toHaveValue('');
});

test.each([
  [{ loading: true }, 'Loading'],
  [{}, 'Nothing found.'],
  [{ failed: true }, 'The search didn’t work.'],
])('without results %j shows why', async (state, text) => {
  show({ places: [], ...state });
  type('qqq');
  await pass(250);
  expect(screen.getByRole('status')).toHaveTextContent(text);
});

const OFFICES = ['Konak', 'Bornova'].map((name, key) => ({ key, label: name, value: { name } }));

const showOffices = (required: boolean, office: { name: string } | null) => {
  const onSearch = jest.fn();
  renderUi(
    <Formik initialValues={{ office }} onSubmit={jest.fn()}>
      <SuggestField<{ name: string }>
        name="office"
        label="Tax office"
        required={required}
        labelOf={({ name }) => name}
        options={OFFICES}
        loading={false}
        delayMs={200}
        minLength={0}
        onSearch={onSearch}
      />
    </Formik>,
  );
  return { office: screen.getByRole('combobox', { name: /Tax office/ }), onSearch };
};

test.each([
  ['a required box keeps', true, 'konk'],
  ['another box drops', false, ''],
])('%s a text that names no suggestion', async (_name, required, shown) => {
  const { office } = showOffices(required, null);
  fireEvent.change(office, { target: { value: 'konk' } });
  fireEvent.blur(office);
  await pass(0);
  expect(office).toHaveValue(shown);
});

test('a box that offers all options loads them when it opens by a click or an arrow', async () => {
  const { office, onSearch } = showOffices(false, { name: 'Bornova' });
  expect(office).toHaveValue('Bornova');
  fireEvent.keyDown(office, { key: 'ArrowDown' });
  await pass(0);
  expect(onSearch).toHaveBeenCalledWith('');
  expect(screen.getByRole('option', { name: 'Konak' })).toBeVisible();
  fireEvent.keyDown(office, { key: 'Escape' });
  expect(office).toHaveValue('Bornova');
  fireEvent.mouseDown(office);
  await pass(0);
  expect(onSearch).toHaveBeenCalledTimes(2);
});
