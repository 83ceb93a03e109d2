import { act, screen, waitFor, within } from '@testing-library/react';
import { PrivacyPage } from '../../../../src/screens/Privacy/PrivacyPage';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aFile, deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { aHold, aRequest, privacyServer } from '../../../support/privacy';
import { renderScreen } from '../../../support/renderScreen';

const open = (api: FakeApi, at = '/privacy') =>
  act(() => renderScreen(<PrivacyPage />, { api, at, path: '/privacy', user: aUser({ userType: 'root' }) }));

test('a request is answered by a file, and the person is erased once the name is typed', async () => {
  const api = privacyServer();
  const { person } = await open(api);
  expect(await screen.findByText('Asked to have their data erased on 20/11/2026')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Download data: Ayşe Yılmaz' }));
  expect(api.callsOf('POST', '/privacy/workers/7/export')).toHaveLength(1);

  await person.click(screen.getByRole('button', { name: 'Erase: Ayşe Yılmaz' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ayşe Yılmaz’s data?' }));
  expect(dialog.getByText('You can’t undo this.')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Erase for good' }));
  expect(api.callsOf('POST', '/privacy/workers/7/erase')).toHaveLength(0);
  await person.type(dialog.getByRole('textbox'), 'Ayşe Yılmaz');
  await person.click(dialog.getByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('Deleted person')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  // The pressed button is gone.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Requests' })).toHaveFocus());
  expect(api.callsOf('POST', '/privacy/workers/7/erase')[0]?.body).toEqual({ confirmName: 'Ayşe Yılmaz' });
});

test.each([
  ['by their page and a text message', true, /will be on their page for 30 days, and we’ll text them/],
  ['by hand, where no text message reaches them', false, /Download the data as a file and send it to them yourself/],
])('a request for the data is closed once the person gets them %s', async (_how, isReachable, said) => {
  const api = privacyServer([aRequest({ kind: 'data', isReachable })]);
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Download data: Ayşe Yılmaz' }));
  expect(screen.queryByText(/^Done on/)).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Send data: Ayşe Yılmaz' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Ayşe Yılmaz their data?' }));
  expect(dialog.getByText(said)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Send data' }));
  expect(await screen.findByText('Done on 23/11/2026')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Requests' })).toHaveFocus());
  expect(api.callsOf('POST', '/privacy/requests/1/answered')).toHaveLength(1);
});

test('a request to erase says that the data is erased', async () => {
  await open(privacyServer([aRequest({ state: 'done', closedAt: '2026-11-23T10:00:00.000Z' })]));
  expect(await screen.findByText('Data erased on 23/11/2026')).toBeVisible();
});

test('overdue requests are counted at the top, and each is marked', async () => {
  const late = aRequest({ dueAt: '2020-01-02T10:00:00.000Z' });
  await open(privacyServer([late, aRequest({ id: 2, dueAt: '2099-01-01T10:00:00.000Z' })]));
  expect(await screen.findByText('1 request is overdue. Answer it now: you had 30 days.')).toBeVisible();
  expect(screen.getAllByText('Overdue since 02/01/2020')).toHaveLength(1);
});

test('data are put on hold with a reason, which keeps them from being erased, and the hold is lifted', async () => {
  const api = privacyServer();
  const { person } = await open(api);
  expect(await screen.findByText(/^No one’s data is on hold/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Put on hold: Ayşe Yılmaz' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put Ayşe Yılmaz’s data on hold?' }));
  await person.click(dialog.getByRole('button', { name: 'Put on hold' }));
  expect(api.callsOf('PUT', '/privacy/workers/7/hold')).toHaveLength(0);
  await person.type(dialog.getByRole('textbox'), 'A dispute about pay');
  await person.click(dialog.getByRole('button', { name: 'Put on hold' }));
  expect(await screen.findByText('A dispute about pay')).toBeVisible();
  expect(screen.getByText('Since 21/11/2026, by Derya Kök')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase: Ayşe Yılmaz' })).toBeNull();
  const [release] = screen.getAllByRole('button', { name: 'Lift hold: Ayşe Yılmaz' });
  await person.click(release!);
  const asked = within(await screen.findByRole('dialog', { name: 'Lift the hold on Ayşe Yılmaz’s data?' }));
  await person.click(asked.getByRole('button', { name: 'Lift hold' }));
  expect(await screen.findByRole('button', { name: 'Erase: Ayşe Yılmaz' })).toBeVisible();
  expect(screen.queryByText('A dispute about pay')).toBeNull();
});

test('the dialog offers the data before they are erased', async () => {
  const api = privacyServer();
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Erase: Ayşe Yılmaz' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByText('Download their data first'));
  expect(api.callsOf('POST', '/privacy/workers/7/export')).toHaveLength(1);
  expect(dialog.getByRole('textbox')).toBeVisible();
});

test('the list of the people who are due is saved for the chosen period, and a refusal is shown', async () => {
  const workbook = aFile('xlsx', 'People_2026-11-26.xlsx');
  const api = privacyServer().on('POST', '/privacy/retention/export', workbook);
  const { person, ports } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Download the list first' }));
  await waitFor(() =>
    expect(ports.saveFile).toHaveBeenCalledWith({ blob: workbook.blob, name: 'People_2026-11-26.xlsx' }),
  );
  await person.click(screen.getByRole('radio', { name: '6 months' }));
  api.on('POST', '/privacy/retention/export', anApiError(429, 'error.too_many_requests'));
  await person.click(screen.getByRole('button', { name: 'Download the list first' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(api.callsOf('POST', '/privacy/retention/export').map(({ body }) => body)).toEqual([
    { months: 12 },
    { months: 6 },
  ]);
  await person.click(screen.getByRole('radio', { name: '24 months' }));
  expect(screen.queryByRole('button', { name: 'Download the list first' })).toBeNull();
});

test('a wrong name is refused in words', async () => {
  const children = { confirmName: { errors: ['privacy.other_name'] } };
  const refusal = new ApiError({ status: 400, key: 'error.invalid_request', children });
  const { person } = await open(privacyServer().on('POST', '/privacy/workers/:id/erase', refusal));
  await person.click(await screen.findByRole('button', { name: 'Erase: Ayşe Yılmaz' }));
  const field = screen.getByRole('textbox');
  await person.type(field, 'Ayşe');
  await person.click(screen.getByRole('button', { name: 'Erase for good' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/This isn’t the person’s name/));
});

test('a refusal appears in the dialog', async () => {
  const api = privacyServer().on('POST', '/privacy/workers/:id/erase', anApiError(409, 'privacy.open_appointment'));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Erase: Ayşe Yılmaz' }));
  await person.type(screen.getByRole('textbox'), 'Ayşe Yılmaz');
  await person.click(screen.getByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('This person has an open appointment. Cancel it first.')).toBeVisible();
});

test('the period says whom a choice concerns before it is saved', async () => {
  const api = privacyServer([]);
  const { person } = await open(api);
  expect(await screen.findByText('1 person will be anonymized in the next 7 days.')).toBeVisible();
  expect(screen.getByText(/^No requests yet/)).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await person.click(screen.getByRole('radio', { name: '6 months' }));
  expect(screen.getByText('212 people will be anonymized in the next 7 days.')).toBeVisible();
  await person.click(save);
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep data for 6 months only?' }));
  expect(dialog.getByText(/^This will anonymize 212 people/)).toBeVisible();
  expect(api.callsOf('PUT', '/organisation/settings')).toHaveLength(0);
  await person.click(dialog.getByRole('button', { name: 'Shorten' }));
  expect(api.callsOf('PUT', '/organisation/settings')[0]?.body).toMatchObject({ retentionMonths: 6 });
});

test('an applicant’s page says why data are on hold', async () => {
  const application = { user: { id: 9, firstName: 'Deniz', lastName: 'Ak', imageUrl: null } };
  const api = privacyServer([])
    .on('GET', '/search/application/:id', ok({ application }))
    .on('GET', '/privacy/holds', ({ query }) => ok(query?.workerId === 9 ? [aHold({ note: 'A lawsuit' })] : []));
  await open(api, '/privacy?applicationId=70');
  expect(await screen.findByText('A lawsuit')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Lift hold: Deniz Ak' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase: Deniz Ak' })).toBeNull();
});

test('a list says when it has more rows than it shows', async () => {
  const api = privacyServer()
    .on('GET', '/privacy/requests', ok([aRequest()], { total: 1234 }))
    .on('GET', '/privacy/holds', ok([aHold()], { total: 1 }));
  await open(api);
  expect(await screen.findByText('The list shows 1 of 1,234.')).toBeVisible();
  expect(screen.getAllByText(/^The list shows/)).toHaveLength(1);
});

test('an applicant’s page leads to the person', async () => {
  const application = { user: { id: 9, firstName: 'Deniz', lastName: 'Ak', imageUrl: null } };
  const api = privacyServer([aRequest({ state: 'done' })]).on('GET', '/search/application/:id', ok({ application }));
  await open(api, '/privacy?applicationId=70');
  expect(await screen.findByRole('heading', { name: 'Deniz Ak' })).toBeVisible();
  expect(screen.getByText('Deniz Ak')).toHaveAttribute('translate', 'no');
  expect(screen.getByRole('button', { name: 'Erase: Deniz Ak' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase: Ayşe Yılmaz' })).toBeNull();
});

test.each([
  ['three parts', '/privacy', 3],
  ['four parts', '/privacy?applicationId=70', 4],
])('once the browser is online again, %s that failed load once each', async (_name, at, parts) => {
  const [healthy, api] = [privacyServer(), fakeApi()];
  const paths = [
    '/organisation/settings',
    '/privacy/retention',
    '/privacy/requests',
    '/privacy/holds',
    '/search/application/:id',
  ];
  for (const path of paths) api.on('GET', path, noAnswer());
  await open(api, at);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(parts));
  const before = api.calls.length;
  for (const path of paths) api.on('GET', path, (call) => healthy.main.request(call));
  act(() => void dispatchEvent(new Event('online')));
  await screen.findByRole('radio', { name: '6 months' });
  const repeated = api.calls.slice(before).map(({ path, query }) => JSON.stringify([path, query]));
  expect(repeated.length).toBeGreaterThanOrEqual(before);
  expect(new Set(repeated).size).toBe(repeated.length);
});

test('the filters on personal data are switched off once, and show meanwhile that they are being saved', async () => {
  const [healthy, api, slow] = [privacyServer([]), privacyServer([]), deferred<void>()];
  api.on('PUT', '/organisation/settings', async (call) => {
    await slow.promise;
    return healthy.main.request(call);
  });
  const { person } = await open(api);
  const choice = within(
    await screen.findByRole('radiogroup', { name: 'Filter applications by age, gender and military service' }),
  );
  expect(choice.getByRole('radio', { name: 'On' })).toBeChecked();
  await person.click(choice.getByRole('radio', { name: 'Off' }));
  const group = screen.getByRole('radiogroup', { name: 'Filter applications by age, gender and military service' });
  expect(group).toHaveAttribute('aria-busy', 'true');
  expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked();
  await person.click(choice.getByRole('radio', { name: 'On' }));
  expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked();
  await act(async () => slow.resolve());
  await waitFor(() => expect(group).not.toHaveAttribute('aria-busy'));
  expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked();
  const saves = api.callsOf('PUT', '/organisation/settings').map(({ body }) => body);
  expect(saves).toEqual([expect.objectContaining({ personalFilters: false })]);
});

test('one press forbids the devices of staff to keep the last day; the other switches stay as they are', async () => {
  const api = privacyServer([]);
  const { person } = await open(api);
  const label = 'Keep the last day on the devices of your staff, to read without a network';
  const choice = within(await screen.findByRole('radiogroup', { name: label }));
  expect(choice.getByRole('radio', { name: 'On' })).toBeChecked();
  await person.click(choice.getByRole('radio', { name: 'Off' }));
  await waitFor(() => expect(api.callsOf('PUT', '/organisation/settings')).toHaveLength(1));
  expect(api.callsOf('PUT', '/organisation/settings')[0]?.body).toEqual({
    tellingMinutes: 60,
    version: 3,
    offlineReading: false,
  });
  expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked();
});

test.each(['Erase', 'Put on hold'])(
  'the dialog of “%s” does not open again when the page opens again',
  async (button) => {
    const { person, router } = await open(privacyServer());
    await person.click(await screen.findByRole('button', { name: `${button}: Ayşe Yılmaz` }));
    await screen.findByRole('dialog');
    await act(async () => router.navigate('/away'));
    await act(async () => router.navigate('/privacy'));
    expect(await screen.findByRole('heading', { name: 'Requests' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);
