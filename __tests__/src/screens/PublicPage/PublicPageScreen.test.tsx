import { act, screen, waitFor, within } from '@testing-library/react';
import { PAGE_INTRO_MAX } from '../../../../contract/constants/publicPage';
import type { EmployerType } from '../../../../contract/constants/roles';
import en from '../../../../i18n/en.json';
import es from '../../../../i18n/es.json';
import tr from '../../../../i18n/tr.json';
import publicPageTexts from '../../../../server/texts/publicPage.json';
import type { PublicPage } from '../../../../src/domains/publicPage';
import { PublicPageScreen } from '../../../../src/screens/PublicPage/PublicPageScreen';
import { aPublicPage, NO_FIGURES } from '../../../support/publicPages';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aFile, deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const PAGE = '/branch-page';
const BRANCHES = '/branch-accounts/active-job-counts';

/** Fakes a server that stores the changes. */
const server = (given: Partial<PublicPage> = {}) => {
  let page = aPublicPage(given);
  return fakeApi()
    .on('GET', PAGE, () => ok({ branchPage: page }))
    .on('PUT', PAGE, ({ body }) => {
      page = { ...page, ...(body as Partial<PublicPage>) };
      return ok({ branchPage: page });
    })
    .on('GET', '/branch-page/qr.svg', aFile('<svg/>', 'abcdefgh.svg'));
};
const open = (api: FakeApi, userType: EmployerType = 'branch', at = '/page') =>
  act(() => renderScreen(<PublicPageScreen />, { api, at, path: '/page', user: aUser({ userType }) }));

const theSwitch = () => screen.findByRole('switch', { name: 'Let people apply on this page' });
const intro = () => screen.findByRole('textbox', { name: 'What should people know about working with you?' });

test('the switch turns the page off and on; a page that is off cannot be opened', async () => {
  const api = server();
  const { person } = await open(api);
  expect(await theSwitch()).toBeChecked();
  expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    `${aPublicPage().url}?from=preview`,
  );
  await person.click(await theSwitch());
  expect(await screen.findByText(/^The page is off\. Its address/)).toBeVisible();
  expect(await theSwitch()).not.toBeChecked();
  expect(screen.queryByRole('link', { name: 'Open in a new tab' })).toBeNull();
  api.on('PUT', PAGE, noAnswer());
  await person.click(await theSwitch());
  expect(await screen.findByRole('alert')).toHaveTextContent(/can’t reach/);
  expect(await theSwitch()).not.toBeChecked();
  expect(api.callsOf('PUT', PAGE).map(({ body }) => body)).toEqual([{ isOn: false }, { isOn: true }]);
});

test('a page that is off is switched on by one press', async () => {
  const api = server({ isOn: false });
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Turn the page on' }));
  expect(await theSwitch()).toBeChecked();
  expect(screen.queryByRole('button', { name: 'Turn the page on' })).toBeNull();
});

test('the preview shows the address and the newest open jobs of the page', async () => {
  const job = {
    id: 1,
    title: 'Barista',
    workTimes: ['full_time' as const],
    salaryMin: 25000,
    salaryMax: 30000,
    place: 'Moda',
  };
  const other = { ...job, id: 2, title: 'Garson', workTimes: [], salaryMin: null, salaryMax: null, place: null };
  const least = { ...other, id: 3, salaryMin: 25000 };
  const most = { ...other, id: 4, salaryMax: 30000 };
  await open(server({ address: 'Moda Caddesi 1', jobs: { total: 7, newest: [job, other, least, most] } }));
  const preview = within((await screen.findByText('Preview on a phone')).closest('figure')!);
  expect(preview.getByText('Moda Caddesi 1')).toBeVisible();
  expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'BaristaFull time₺25,000–₺30,000 a monthModa',
    'Garson',
    'GarsonFrom ₺25,000 a month',
    'GarsonUp to ₺30,000 a month',
  ]);
  expect(preview.getByText('3 more jobs')).toBeVisible();
  expect(preview.queryByRole('link')).toBeNull();
});

test('the preview of a page without open jobs says where they will be', async () => {
  await open(server({ address: null, jobs: { total: 0, newest: [] } }));
  expect(await screen.findByText('Your open jobs appear here.')).toBeVisible();
});

test('the screen says how many people want to hear of new jobs', async () => {
  await open(server({ roster: 14 }));
  expect(await screen.findByText(/^14 people asked to hear about new jobs/)).toBeVisible();
});

test('the address is copied', async () => {
  const { person } = await open(server());
  const copy = jest.spyOn(navigator.clipboard, 'writeText');
  await person.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copy).toHaveBeenCalledWith('https://jobs.test/p/abcdefgh');
});

test.each([
  ['copies what is selected', true, 'Copied'],
  ['leaves it selected', false, 'Copy'],
])('without the permission to write to the clipboard, the browser %s', async (_what, canCopy, name) => {
  const { person } = await open(server());
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  const selected = () => (document.activeElement as HTMLInputElement).value;
  document.execCommand = jest.fn(() => canCopy && selected() === 'https://jobs.test/p/abcdefgh');
  await person.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name })).toBeVisible();
  expect(selected()).toBe('https://jobs.test/p/abcdefgh');
});

test('shows the code, and a failed one can be tried again', async () => {
  const api = server().on('GET', '/branch-page/qr.svg', anApiError(500));
  const { person } = await open(api);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.on('GET', '/branch-page/qr.svg', aFile('<svg/>', null));
  await person.click(retry);
  expect(await screen.findByRole('img', { name: 'QR code of the page' })).toHaveAttribute(
    'src',
    'data:image/svg+xml,%3Csvg%2F%3E',
  );
});

test('a failed poster says so at its button and can be repeated', async () => {
  const api = server().on('GET', '/branch-page/poster.pdf', noAnswer());
  const { person, ports } = await open(api);
  const button = await screen.findByRole('button', { name: 'Poster A6 (PDF)' });
  await person.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(/can’t reach/);
  const pdf = aFile('%PDF', 'abcdefgh-a6.pdf');
  api.on('GET', '/branch-page/poster.pdf', pdf);
  await person.click(button);
  await waitFor(() => expect(ports.saveFile).toHaveBeenCalledWith({ blob: pdf.blob, name: 'abcdefgh-a6.pdf' }));
  expect(api.callsOf('GET', '/branch-page/poster.pdf')[0]?.query?.format).toBe('a6');
});

describe('the introduction', () => {
  const save = () => screen.getByRole('button', { name: 'Save' });

  test('keeps what is typed while it is being saved', async () => {
    const late = deferred<ReturnType<typeof ok>>();
    const api = server({ intro: 'Come in' });
    api.on('PUT', PAGE, () => late.promise);
    const { person } = await open(api);
    await person.type(await intro(), ' and stay');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await person.type(await intro(), ' long');
    await act(async () => late.resolve(ok({ branchPage: aPublicPage({ intro: 'Come in and stay' }) })));
    expect(await intro()).toHaveValue('Come in and stay long');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    await person.clear(await intro());
    await person.type(await intro(), 'Come in and stay');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  test('is previewed while it is typed, and saved without blanks around it', async () => {
    const api = server();
    const { person } = await open(api);
    const preview = within((await screen.findByText('Preview on a phone')).closest('figure')!);
    expect(save()).toBeDisabled();
    await person.clear(await intro());
    expect(preview.getByText(/^Moda Kahve is hiring\./)).toBeVisible();
    await person.type(await intro(), ' <b>Hi</b> ');
    expect(preview.getByText('<b>Hi</b>')).toBeVisible();
    expect(screen.getByText(/491 characters left/)).toBeVisible();
    await person.click(save());
    await waitFor(() => expect(api.callsOf('PUT', PAGE)[0]?.body).toEqual({ intro: '<b>Hi</b>' }));
    await waitFor(() => expect(save()).toBeDisabled());
  });

  test('above the limit is refused at the field', async () => {
    const api = server({ intro: 'x'.repeat(PAGE_INTRO_MAX - 1) });
    const { person } = await open(api);
    await person.type(await intro(), 'yy');
    expect(screen.getByText(/1 character too many/)).toBeVisible();
    await person.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Use at most 500 characters.');
    expect(await intro()).toHaveFocus();
    expect(api.callsOf('PUT', PAGE)).toEqual([]);
  });

  test('stays typed when a save fails and when the page is switched', async () => {
    const api = server();
    const { person } = await open(api);
    await person.type(await intro(), ' and stay');
    await person.click(await theSwitch());
    await waitFor(async () => expect(await theSwitch()).not.toBeChecked());
    expect(await intro()).toHaveValue('Come in and stay');
    api.on('PUT', PAGE, noAnswer());
    await person.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent(/can’t reach/);
    expect(await intro()).toHaveValue('Come in and stay');
  });

  test('without text previews what the server shows', () => {
    for (const [language, texts] of Object.entries({ en, es, tr })) {
      const shown = publicPageTexts[language as 'en'];
      expect(texts['yourPage.preview.intro']).toBe(shown['branch.intro']);
      expect(texts['yourPage.preview.heading']).toBe(shown['branch.title']);
    }
  });
});

describe('the figures', () => {
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));

  test('are drawn with a description, and stand in tables', async () => {
    await open(server());
    expect(await screen.findByText('In the last 7 days: 13 views and 3 applications.')).toBeVisible();
    const plot = screen.getByRole('img', { name: 'Views by day' });
    expect(plot).toHaveAccessibleDescription(/^Total: 13. Best day: .+ \(12\)\.$/);
    const heights = [...plot.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect([heights.length, heights[0], heights[27]]).toEqual([28, 1, 64]);
    expect(screen.getByRole('img', { name: 'Applications by day' })).toBeVisible();
    expect(rowsOf('Views and applications by day').slice(-2)).toEqual([
      ['22/11/2026', '1', '0'],
      ['23/11/2026', '12', '3'],
    ]);
    expect(rowsOf('Where they came from').slice(1)).toEqual([
      ['Poster', '8', '2'],
      ['Shared link', '5', '1'],
      ['Search engine', '0', '0'],
      ['Text about a new job', '0', '0'],
    ]);
  });

  test.each([
    [true, /^Hang the poster/],
    [false, /^Turn the page on, then/],
  ])('of a page without visits (on: %s) say what fills them', async (isOn, text) => {
    await open(server({ ...NO_FIGURES, isOn }));
    expect(await screen.findByText('No views in the last 28 days')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

test('a page that fails to load can be tried again', async () => {
  const api = server().on('GET', PAGE, noAnswer());
  const { person } = await open(api);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.on('GET', PAGE, ok({ branchPage: aPublicPage() }));
  await person.click(retry);
  expect(await theSwitch()).toBeVisible();
});

describe('root and HR', () => {
  const branch = (userId: number, companyName: string) => ({ userId, companyName, activeJobCount: 1 });
  const MODA = branch(12, 'Moda');
  const LEVENT = branch(13, 'Levent');
  const withBranches = (...branches: (typeof MODA)[]) => server().on('GET', BRANCHES, ok(branches));

  test.each(['root', 'hr_account'] as const)('%s chooses the branch in the address', async (userType) => {
    const api = withBranches(MODA, LEVENT);
    const { person, where } = await open(api, userType);
    const select = await screen.findByRole('combobox', { name: 'Branch' });
    expect(screen.getByRole('heading', { name: 'Choose a branch' })).toBeVisible();
    expect(api.callsOf('GET', PAGE)).toEqual([]);
    await person.selectOptions(select, 'Levent');
    expect(where()).toBe('/page?branchId=13');
    expect(await screen.findByText('Jobs at Levent')).toBeVisible();
    await person.click(await theSwitch());
    await waitFor(() => expect(api.callsOf('PUT', PAGE)[0]?.query).toEqual({ branchId: 13 }));
  });

  test('with one branch see it at once', async () => {
    const api = withBranches(MODA);
    await open(api, 'root');
    expect(await theSwitch()).toBeVisible();
    expect(api.callsOf('GET', PAGE)[0]?.query).toEqual({ branchId: 12 });
  });

  test('without a branch are told so', async () => {
    await open(withBranches(), 'root');
    expect(await screen.findByText(/You have no branch yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Branches' })).toHaveAttribute('href', '/branches');
  });

  test('others never name a branch', async () => {
    const api = server();
    await open(api, 'company', '/page?branchId=13');
    expect(await theSwitch()).toBeVisible();
    expect(api.callsOf('GET', PAGE)[0]?.query).toEqual({ branchId: null });
  });
});
