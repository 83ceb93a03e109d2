import { act, screen, within } from '@testing-library/react';
import type { CreditEntry } from '../../../../src/domains/payment';
import { StatementPage } from '../../../../src/screens/Statement/StatementPage';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aFile, deferred, fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const STATEMENT = '/payment/statement';
const row = (given: Partial<CreditEntry> = {}): CreditEntry => ({
  id: 1,
  at: '2026-11-20T21:30:00.000Z',
  kind: 'job',
  amount: -1,
  balance: 4,
  job: { id: 11, title: 'Barista' },
  userName: 'Deniz Kaya',
  payment: null,
  ...given,
});
const PURCHASE = row({
  id: 2,
  kind: 'purchase',
  amount: 3,
  balance: 5,
  job: null,
  payment: { id: 'a'.repeat(32), amount: 1199, currency: 'TRY' },
});
const server = (rows: CreditEntry[], total = rows.length) =>
  fakeApi().on('GET', STATEMENT, ({ query }) => (query?.limit === 0 ? ok([], { total }) : ok(rows)));
const open = (api: ReturnType<typeof fakeApi>, at = '/packages/statement') =>
  act(() =>
    renderScreen(<StatementPage />, {
      api,
      at,
      user: aUser({ userType: 'company', jobCreationBalance: 1200 }),
      path: '/packages/statement',
    }),
  );

test('each row shows the time (in the marketplace’s zone), event, person, amount, change and balance', async () => {
  await open(server([row(), PURCHASE]));
  const [job, purchase] = (await screen.findAllByRole('row')).slice(1).map((one) => within(one));
  const cells = (one: typeof job) => one!.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells(job)).toEqual(['21/11/2026 00:30', 'Job publishedBarista', 'Deniz Kaya', '', '-1', '4']);
  expect(cells(purchase)).toEqual(['21/11/2026 00:30', 'Package bought', 'Deniz Kaya', '₺1,199Receipt', '+3', '5']);
  expect(job!.getByRole('link', { name: 'Barista' })).toHaveAttribute('href', '/jobs/detail/11');
});

test('the lead says how many credits there are', async () => {
  await open(server([]));
  expect(screen.getByText('Job credits: 1,200')).toBeInTheDocument();
});

describe('the receipt of a payment', () => {
  const RECEIPT = `/payment/receipt/${'a'.repeat(32)}`;
  const pdf = aFile('%PDF', 'Receipt_2026-11-21_aaaaaaaa.pdf');
  const saved = { blob: pdf.blob, name: 'Receipt_2026-11-21_aaaaaaaa.pdf' };

  test('downloads once at a time, and a row without a payment has no receipt', async () => {
    const answer = deferred<typeof pdf>();
    const api = server([row(), PURCHASE]).on('GET', RECEIPT, () => answer.promise);
    const { person, ports } = await open(api);
    const button = await screen.findByRole('button', { name: 'Receipt from 21/11/2026 (PDF)' });
    await person.dblClick(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await act(async () => answer.resolve(pdf));
    expect(jest.mocked(ports.saveFile).mock.calls).toEqual([[saved]]);
    expect(api.callsOf('GET', RECEIPT)).toHaveLength(1);
    expect(button).not.toHaveAttribute('aria-busy', 'true');
  });

  test.each([
    [noAnswer(), /can’t reach/],
    [anApiError(404, 'error.not_found'), /doesn’t exist/],
    [new ApiError({ status: 429, key: 'error.too_many_requests', retryAfter: 59 }), /Try again in 1 minute\./],
  ])('shows a failed download at its row and can repeat it', async (error, text) => {
    const api = server([PURCHASE]).on('GET', RECEIPT, error);
    const { person, ports } = await open(api);
    const button = await screen.findByRole('button', { name: /^Receipt from/ });
    await person.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    api.on('GET', RECEIPT, pdf);
    await person.click(button);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(ports.saveFile).toHaveBeenCalledWith(saved);
  });
});

test('a receipt that needs a sign-in shows only the dialog for it', async () => {
  const api = server([PURCHASE]).on('GET', `/payment/receipt/${'a'.repeat(32)}`, anApiError(401, 'error.unauthorized'));
  const { person, store } = await open(api);
  await person.click(await screen.findByRole('button', { name: /^Receipt from/ }));
  expect(store.getState().statement.receipts).toMatchObject({ ['a'.repeat(32)]: { status: 'failed' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps the page in the address', async () => {
  const api = server([row()], 41);
  const { person, where } = await open(api, '/packages/statement?page=2');
  await person.click(await screen.findByRole('button', { name: 'Page 3' }));
  expect(where()).toBe('/packages/statement?page=3');
  const pages = api.callsOf('GET', STATEMENT).flatMap(({ query }) => query?.page ?? []);
  expect(pages).toEqual([2, 3]);
});

test.each(['page=0', 'page=-1', 'page=x', 'page=1e3', ''])('reads “%s” as the first page', async (query) => {
  const api = server([row()]);
  await open(api, `/packages/statement?${query}`);
  expect(api.callsOf('GET', STATEMENT)[0]?.query?.page).toBe(1);
});

test('redirects a page beyond the end to the last one', async () => {
  const { where } = await open(server([], 41), '/packages/statement?page=9');
  expect(where()).toBe('/packages/statement?page=3');
});

test('explains an empty statement and links to the packages', async () => {
  await open(server([]));
  expect(await screen.findByText('No credit activity yet')).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/packages');
});

test('a failure can be tried again', async () => {
  const api = fakeApi().on('GET', STATEMENT, noAnswer());
  const { person } = await open(api);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.on('GET', STATEMENT, ({ query }) => (query?.limit === 0 ? ok([], { total: 1 }) : ok([PURCHASE])));
  await person.click(retry);
  expect(await screen.findByText('Package bought')).toBeVisible();
});
