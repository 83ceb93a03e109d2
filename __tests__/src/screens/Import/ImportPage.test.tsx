import { act, screen, within } from '@testing-library/react';
import { branchActions } from '../../../../src/domains/organisation';
import { ImportPage } from '../../../../src/screens/Import/ImportPage';
import { makeSheetFile, readSheetFile } from '../../../../src/lib/sheet/sheets';
import { SheetError, type Sheet, type SheetProblem } from '../../../../src/lib/sheet/types';
import { saveFile } from '../../../../src/lib/browser';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';
import { aBranch } from '../../../support/staff';

jest.mock('../../../../src/lib/sheet/sheets', () => ({ readSheetFile: jest.fn(), makeSheetFile: jest.fn() }));
jest.mock('../../../../src/lib/browser', () => ({
  ...jest.requireActual<object>('../../../../src/lib/browser'),
  saveFile: jest.fn(),
}));

const readFile = jest.mocked(readSheetFile);
const makeFile = jest.mocked(makeSheetFile);

const HEADER = ['Store', 'Vorname', 'Last name', 'Email', 'City', 'Notes'];
const ROWS = [
  ['Moda', 'Ada', 'Kaya', 'moda@example.com', 'Moda', ''],
  ['Bebek', 'Ada', 'Kaya', 'nonsense', 'Moda', '=1'],
  ['Etiler', 'Ada', 'Kaya', 'taken@example.com', 'Moda', ''],
];
const sheetOf = (rows: string[][], hidden: number[] = []): Sheet => ({
  name: 'Shops',
  isHidden: false,
  headerAt: 0,
  rows: rows.map((cells, at) => ({ line: at + 1, cells, formulas: [], isHidden: hidden.includes(at) })),
});
const SHEETS = [sheetOf([HEADER, ...ROWS])];
/** Every column is found by its name. */
const KNOWN_HEADER = ['Store', 'Name', 'Last name', 'Email', 'City', ''];
const KNOWN_SHEETS = [sheetOf([KNOWN_HEADER, ...ROWS])];
const PLACES = [
  { name: 'Moda, Kadıköy, İstanbul', latitude: 40.98, longitude: 29.02 },
  { name: 'Moda, Bursa', latitude: 40.2, longitude: 29.1 },
];
const TAKEN = { children: { email: { errors: ['user.email.form_validation.unique'] } } };

const anApi = () =>
  fakeApi()
    .on('GET', '/branch-accounts/list', ok({ branch_accounts: [aBranch()] }))
    .on('GET', '/branch-accounts/active-job-counts', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [{ name: 'taxOffice', isActive: false, isRequired: false }] }))
    .on('GET', '/places', ok(PLACES))
    .on(
      'POST',
      '/branch-accounts/import',
      ok({
        results: [
          { index: 0, ok: true, id: 5 },
          { index: 1, ok: false, errors: TAKEN },
        ],
      }),
    );

const open = async (api = anApi()) => {
  const world = await renderScreen(<ImportPage />, {
    api,
    user: aUser({ userType: 'hr_account' }),
    path: '/branches/import',
    at: '/branches/import',
  });
  const choose = async () =>
    world.person.upload(await screen.findByLabelText('Choose a file'), new File(['x'], 'branches.csv'));
  return { ...world, choose };
};

test.each([
  ['/profile/import', 'Import HR staff'],
  ['/profile/import/', 'Import HR staff'],
  ['/branches/import', 'Import branches'],
])('%s imports what its address says', async (at, title) => {
  await renderScreen(<ImportPage />, { api: anApi(), user: aUser({ userType: 'root' }), at });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('imports the rows that are right and offers the others as a workbook', async () => {
  readFile.mockResolvedValue(SHEETS);
  makeFile.mockResolvedValue(new Blob(['workbook']));
  const { api, person, choose, store } = await open();
  await choose();
  expect(await screen.findByText('Choose a column for: First name')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'First name' })).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('combobox', { name: 'Email' })).not.toHaveAttribute('aria-invalid');
  expect(screen.getByRole('button', { name: 'Add and invite 0 branches' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByLabelText(/^Tax office/)).toBeNull();
  await person.selectOptions(screen.getByLabelText('First name'), 'Vorname');
  expect(await screen.findByText('2 of 3 rows ready to be added')).toBeVisible();

  const [wrong, ...others] = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(within(wrong!).getByText('Row 3')).toBeVisible();
  const cell = within(wrong!).getByRole('textbox', { name: 'Correct Email in row 3' });
  expect(cell).toHaveValue('nonsense');
  expect(cell).toHaveAccessibleDescription(/^Enter a valid email address/);

  await person.click(screen.getByRole('radio', { name: 'All (3)' }));
  // A browser that translates the page keeps what the file says.
  expect(screen.getByText('taken@example.com')).toHaveAttribute('translate', 'no');
  await person.selectOptions(screen.getByLabelText('Location of row 2'), 'Moda, Bursa');
  await person.click(screen.getByRole('button', { name: 'Add and invite 2 branches' }));
  expect(await screen.findByRole('heading', { name: '1 account was added' })).toHaveFocus();
  expect(api.callsOf('POST', '/branch-accounts/import')).toMatchObject([
    { body: { rows: [{ companyName: 'Moda', location: '40.2, 29.1' }, { email: 'taken@example.com' }] } },
  ]);
  expect(screen.getByText('This email is already used by another account.')).toBeVisible();

  api.on('GET', '/branch-accounts/list', ok({ branch_accounts: [aBranch({ email: 'moda@example.com' })] }));
  await act(async () => {
    store.dispatch(branchActions.listRequested());
    await settle();
  });
  expect(screen.getByRole('radio', { name: 'To fix (2)' })).toBeVisible();
  expect(screen.queryAllByText('This email is already used by another account.')).toHaveLength(1);

  await person.click(screen.getByRole('button', { name: 'Download the rows to fix' }));
  expect(makeFile.mock.lastCall?.[0].rows).toEqual([
    [...HEADER, 'Errors'],
    [...ROWS[1]!, 'Email: Enter a valid email address, such as name@company.com.'],
    [...ROWS[2]!, 'Email: This email is already used by another account.'],
  ]);
  expect(jest.mocked(saveFile).mock.lastCall?.[0].name).toBe('Rows to fix.xlsx');
});

test('an error is corrected in its row, before and after the others were added', async () => {
  readFile.mockResolvedValue(KNOWN_SHEETS);
  const { api, person, choose } = await open();
  await choose();
  await screen.findByRole('button', { name: 'Add and invite 2 branches' });
  const wrong = screen.getByRole('textbox', { name: 'Correct Email in row 3' });
  await person.clear(wrong);
  await person.type(wrong, 'bebek@example.com{Enter}');
  expect(wrong).toHaveFocus();
  expect(wrong).not.toHaveAccessibleDescription();
  expect(screen.getByRole('radio', { name: 'To fix (0)' })).toBeVisible();
  api.on('POST', '/branch-accounts/import', ({ body }) =>
    ok({
      results: (body as { rows: { email: string }[] }).rows.map(({ email }, index) =>
        email.startsWith('taken') ? { index, ok: false, errors: TAKEN } : { index, ok: true, id: index + 1 },
      ),
    }),
  );
  await person.click(await screen.findByRole('button', { name: 'Add and invite 3 branches' }));
  expect(await screen.findByRole('heading', { name: '2 accounts were added' })).toHaveFocus();
  expect(screen.queryByText('Row 3')).toBeNull();
  const taken = screen.getByRole('textbox', { name: 'Correct Email in row 4' });
  await person.clear(taken);
  await person.type(taken, 'etiler@example.com');
  await person.tab();
  await person.click(await screen.findByRole('button', { name: 'Add and invite 1 branch' }));
  expect(await screen.findByRole('heading', { name: '3 accounts were added' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download the rows to fix' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Row with the column names' })).toBeNull();
});

test('hidden rows are marked, and added only when they are ticked', async () => {
  readFile.mockResolvedValue([sheetOf([KNOWN_HEADER, ...ROWS], [1, 2])]);
  const { person, choose } = await open();
  await choose();
  expect(await screen.findByText(/^2 rows are hidden in your file\./)).toBeVisible();
  expect(await screen.findByText('1 of 1 row ready to be added')).toBeVisible();
  expect(screen.getAllByText('Left out')).toHaveLength(2);
  await person.click(screen.getByRole('checkbox', { name: 'Add row 2' }));
  expect(await screen.findByText('2 of 2 rows ready to be added')).toBeVisible();
  await person.click(screen.getByRole('checkbox', { name: 'Add all hidden rows' }));
  expect(await screen.findByText('2 of 3 rows ready to be added')).toBeVisible();
  await person.click(screen.getByRole('radio', { name: 'Hidden (2)' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('says what to do when all rows are hidden', async () => {
  readFile.mockResolvedValue([sheetOf([KNOWN_HEADER, ...ROWS], [1, 2, 3])]);
  const { person, choose } = await open();
  await choose();
  expect(await screen.findByText(/^Every row is hidden in your file\. Tick/)).toBeVisible();
  await person.click(screen.getByRole('checkbox', { name: 'Add all hidden rows' }));
  expect(screen.queryByText(/^Every row is hidden/)).toBeNull();
});

test('another sheet and another row with the column names can be chosen', async () => {
  const old = { ...sheetOf([['Old list'], KNOWN_HEADER, ...ROWS]), name: 'Old', isHidden: true };
  readFile.mockResolvedValue([old, ...KNOWN_SHEETS]);
  const { person, choose } = await open();
  await choose();
  expect(await screen.findByText('branches.csv · 3 rows')).toBeVisible();
  await person.selectOptions(screen.getByLabelText('Sheet'), 'Old (hidden)');
  expect(screen.getByText(/^Choose a column for: Branch name/)).toBeVisible();
  await person.selectOptions(
    screen.getByLabelText('Row with the column names'),
    'Row 2: Store, Name, Last name, Email, City',
  );
  expect(screen.getByText('Every required field has a column.')).toBeVisible();
  await person.selectOptions(
    screen.getByLabelText('Row with the column names'),
    'Row 5: Etiler, Ada, Kaya, taken@example.com, Moda',
  );
  expect(screen.getByRole('alert')).toHaveTextContent(/no rows below the column names/);
  expect(screen.queryByRole('button', { name: /^Add and invite/ })).toBeNull();
});

test('a failed reload after an import keeps the result on the screen', async () => {
  readFile.mockResolvedValue(KNOWN_SHEETS);
  const { api, person, choose, where } = await open(
    anApi().on('GET', '/branch-accounts/active-job-counts', anApiError(500)),
  );
  await choose();
  const action = await screen.findByRole('button', { name: 'Add and invite 2 branches' });
  api.on('GET', '/branch-accounts/list', anApiError(500));
  await person.click(action);
  expect(await screen.findByRole('heading', { name: '1 account was added' })).toBeVisible();
  await act(settle);
  expect(api.callsOf('GET', '/branch-accounts/active-job-counts')).toHaveLength(1);
  expect(where()).toBe('/branches/import');
  expect(screen.getByRole('button', { name: 'Download the rows to fix' })).toBeVisible();
});

test('the same file chosen again after an import offers only the rows that were not added', async () => {
  readFile.mockResolvedValue(KNOWN_SHEETS);
  const { api, person, choose } = await open();
  await choose();
  const action = await screen.findByRole('button', { name: 'Add and invite 2 branches' });
  api.on('GET', '/branch-accounts/list', ok({ branch_accounts: [aBranch({ email: 'moda@example.com' })] }));
  await person.click(action);
  await screen.findByRole('heading', { name: '1 account was added' });
  await choose();
  expect(await screen.findByText('1 of 3 rows ready to be added')).toBeVisible();
});

test.each<[SheetProblem, RegExp]>([
  ['macros', /contains macros/],
  ['password', /protected with a password/],
  ['broken', /damaged/],
  ['tooLarge', /5 MB at most/],
  ['tooManyRows', /more than 1,000 rows/],
])('says why a file cannot be read: %s', async (problem, sentence) => {
  readFile.mockRejectedValue(new SheetError(problem));
  const { choose } = await open();
  await choose();
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.queryByRole('button', { name: /^Add and invite/ })).toBeNull();
});

test('offers a sample with the columns of this company’s form', async () => {
  makeFile.mockResolvedValue(new Blob(['workbook']));
  const { person } = await open();
  await person.click(await screen.findByRole('button', { name: 'Download a sample' }));
  const { name, rows } = makeFile.mock.lastCall![0];
  expect([name, rows.length, rows[0]!.slice(0, 5)]).toEqual([
    'Branches',
    2,
    ['Branch name', 'First name', 'Last name', 'Email', 'Location'],
  ]);
  expect(rows[0]).not.toContain('Tax office');
});

test.each(['/branches', '/logout'])('asks before leaving for %s while rows are being added', async (to) => {
  readFile.mockResolvedValue(KNOWN_SHEETS);
  const { person, router, choose } = await open(
    anApi().on('POST', '/branch-accounts/import', () => new Promise(() => {})),
  );
  await choose();
  await person.click(await screen.findByRole('button', { name: 'Add and invite 2 branches' }));
  expect(screen.getByText('0 of 2 rows done. Keep this page open.').closest('[role="status"]')).toHaveFocus();
  await act(async () => router.navigate(to));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop the import?' }));
  await person.click(dialog.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/branches/import');
});

test('asks before another file replaces an import that can continue', async () => {
  readFile.mockResolvedValue(KNOWN_SHEETS);
  const { person, choose, store } = await open(anApi().on('POST', '/branch-accounts/import', anApiError(500)));
  await choose();
  await person.click(await screen.findByRole('button', { name: 'Add and invite 2 branches' }));
  await screen.findByText(/^The import stopped\./);
  const opened = jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  const other = screen.getByRole('button', { name: 'Choose another file' });
  await person.click(other);
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop the import?' }));
  await person.click(dialog.getByRole('button', { name: 'Stay' }));
  expect(opened).not.toHaveBeenCalled();
  expect(store.getState().imports.queue).toHaveLength(2);
  await person.click(other);
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Choose another file' }));
  expect(opened).toHaveBeenCalledTimes(1);
  opened.mockRestore();
});
