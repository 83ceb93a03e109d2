import { screen, waitFor, within } from '@testing-library/react';
import { emptyFilters } from '../../../src/domains/applications';
import { CvActions } from '../../../src/widgets/exports/CvActions';
import { ListTools } from '../../../src/widgets/exports/ListTools';
import { anApiError, applicationRows } from '../../support/builders';
import { aFile, fakeApi, ok } from '../../support/fakeApi';
import { chooseItem, renderScreen } from '../../support/renderScreen';

const SEARCH = '/search/application/all';
const EXCEL = '/job/application/export/excel';

const server = (wanted: number, total: number) =>
  fakeApi().on('GET', SEARCH, ({ query }) => {
    if (query?.limit === 0) return ok([], { total: query.createdAt || query.q ? wanted : total });
    return ok(applicationRows(wanted, 1));
  });

const openDownload = async (api = server(3, 40), isShortlist = false) => {
  const actions = <ListTools jobId={11} filters={{ ...emptyFilters, q: 'ayşe' }} hasRows isShortlist={isShortlist} />;
  const view = await renderScreen(actions, { api });
  await chooseItem(view.person, 'More for this list', 'Download Excel');
  return { ...view, api, dialog: within(await screen.findByRole('dialog')) };
};

test('shows how many of all are exported, and exports the job with its filters', async () => {
  const api = server(3, 40).on('POST', EXCEL, aFile('xlsx', 'Applications.xlsx'));
  const { dialog, person, ports } = await openDownload(api);
  expect(await dialog.findByText('3 of 40 applications will be exported')).toBeVisible();
  expect(dialog.getByText(/Only applications that match your filters are included/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Download Excel' }));
  await waitFor(() => expect(ports.saveFile).toHaveBeenCalled());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsOf('POST', EXCEL)[0]?.body).toMatchObject({ applications: [{ id: 3 }, { id: 2 }, { id: 1 }] });
});

test('says only one number when all are exported', async () => {
  const { dialog } = await openDownload(server(3, 3));
  expect(await dialog.findByText('3 applications will be exported')).toBeVisible();
});

test.each([true, false])('preselects shortlisted applications on the shortlist: %p', async (isShortlist) => {
  const { dialog } = await openDownload(server(3, 40), isShortlist);
  expect((dialog.getByLabelText('Only shortlisted applicants') as HTMLInputElement).checked).toBe(isShortlist);
});

test('uses the date only when it is ticked; days follow the month', async () => {
  const { dialog, person, api } = await openDownload();
  expect(dialog.getByLabelText('Day')).toBeDisabled();
  await person.click(dialog.getByLabelText('Only applications since a date'));
  await person.selectOptions(dialog.getByLabelText('Month'), 'Ocak');
  await person.selectOptions(dialog.getByLabelText('Year'), '2025');
  await person.selectOptions(dialog.getByLabelText('Day'), '31');
  await waitFor(() => expect(api.calls.at(-1)?.query).toMatchObject({ limit: 0 }));
  expect(api.calls.some(({ query }) => query?.createdAt === '2025-01-31')).toBe(true);
  await person.selectOptions(dialog.getByLabelText('Month'), 'Şubat');
  await waitFor(() => expect(dialog.getByLabelText('Day')).toHaveValue('28'));
  expect(within(dialog.getByLabelText('Day')).getAllByRole('option')).toHaveLength(29);
  await waitFor(() => expect(api.calls.some(({ query }) => query?.createdAt === '2025-02-28')).toBe(true));
  expect(api.calls.some(({ query }) => query?.createdAt === '2025-02-31')).toBe(false);
});

test('disables the download when nothing matches', async () => {
  const { dialog } = await openDownload(server(0, 40));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Download Excel' })).toBeDisabled());
});

test('shows a failure and offers another try', async () => {
  const api = server(3, 40).on('POST', EXCEL, anApiError(500));
  const { dialog, person, notices } = await openDownload(api);
  await person.click(dialog.getByRole('button', { name: 'Download Excel' }));
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
});

test('shows a progress bar over 2,000 rows, and the dialog can be closed', async () => {
  const api = server(3000, 3000).on('POST', EXCEL, ok({ exportId: 'a'.repeat(32) }));
  const { dialog, person } = await openDownload(api);
  await person.click(dialog.getByRole('button', { name: 'Download Excel' }));
  expect(await dialog.findByRole('progressbar', { name: 'Preparing the file…' })).toBeVisible();
  await person.click(await dialog.findByRole('button', { name: 'Close and continue' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('Preparing the file…');
});

test.each([
  ['', 'Enter the email address to send it to.'],
  ['nobody', /Enter a valid email address/],
])('the report by mail refuses %p', async (email, message) => {
  const { person, api } = await renderScreen(
    <ListTools jobId={null} filters={emptyFilters} hasRows isShortlist={false} />,
  );
  await chooseItem(person, 'More for this list', 'Email Excel report');
  const field = await screen.findByLabelText('Email');
  await person.clear(field);
  if (email) await person.type(field, email);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(api.callsOf('POST', `${EXCEL}/send`)).toHaveLength(0);
});

test('downloads a CV in the chosen language and shares it by mail', async () => {
  const api = fakeApi()
    .on('POST', '/export/pdf/cv', aFile('%PDF', 'cv.pdf'))
    .on('POST', '/job/detail/:jobId/export-pdf', ok(null));
  const { person, notices, ports } = await renderScreen(
    <CvActions applicationId={101} jobId={11} fullName="Ayşe Yılmaz" />,
    { api },
  );
  await person.selectOptions(screen.getByLabelText('CV language'), 'es');
  await person.click(screen.getByRole('button', { name: 'Download CV' }));
  await waitFor(() => expect(ports.saveFile).toHaveBeenCalled());
  expect(api.calls.find(({ path }) => path === '/export/pdf/cv')?.body).toMatchObject({ languageCode: 'es' });

  await person.click(screen.getByRole('button', { name: 'Share CV by email' }));
  await person.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Enter the email address to share it with.')).toBeVisible();
  await person.type(screen.getByLabelText('Email'), 'hr@example.com');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(api.callsOf('POST', '/job/detail/11/export-pdf')[0]?.body).toEqual({
    applicationId: 101,
    email: 'hr@example.com',
    languageCode: 'es',
  });
});
