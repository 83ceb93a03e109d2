import { screen, within } from '@testing-library/react';
import { createIntl } from 'react-intl';
import type { NeedsPayload } from '../../../../contract/schemas/today';
import { TodayPage } from '../../../../src/screens/Today/TodayPage';
import { aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { messagesOf } from '../../../support/messages';
import { aFilledJob, needCounts } from '../../../support/needs';
import { renderScreen } from '../../../support/renderScreen';

const show = async (filled: NeedsPayload['filled'], options: Partial<Parameters<typeof renderScreen>[1]> = {}) => {
  const api = fakeApi()
    .on('GET', '/search/application/all', ok([], { next: null }))
    .on('GET', '/search/application/needs', ok(needCounts({ filled })))
    .on('GET', '/appointment/me', ok([]));
  return renderScreen(<TodayPage />, { api, at: '/today', user: aUser({ userType: 'branch', id: 7 }), ...options });
};
const region = () => screen.findByRole('region', { name: 'Positions filled' });

test('a job with as many hires as wanted leads to the dialog that closes it', async () => {
  const { person, router } = await show([aFilledJob()]);
  const filled = await region();
  expect(
    within(filled).getByText('3 of 3 hired for Barista. Close it and reply to the 41 still waiting?'),
  ).toBeInTheDocument();
  expect(within(filled).queryByText('Mavi Fincan Kadıköy')).toBeNull();
  await person.click(within(filled).getByRole('link', { name: 'Close job: Barista' }));
  expect([router.state.location.pathname, router.state.location.state]).toEqual(['/jobs/edit/100', { closes: true }]);
});

test.each([
  ['en', 0, '3 of 3 hired for Barista. Close the job?'],
  ['en', 1, '3 of 3 hired for Barista. Close it and reply to the one still waiting?'],
  ['tr', 0, 'Barista: aranan 3 kişi işe alındı. İlan kapatılsın mı?'],
  ['tr', 41, 'Barista: aranan 3 kişi işe alındı. İlan kapatılıp 41 kişiye yanıt verilsin mi?'],
  ['es', 0, 'Personas contratadas para Barista: 3 de 3. ¿Cerrar el empleo?'],
  [
    'es',
    41,
    'Personas contratadas para Barista: 3 de 3. ¿Cerrarlo y responder a las 41 personas que siguen esperando?',
  ],
  ['en', 41, '4 hired for Barista (wanted: 3). Close it and reply to the 41 still waiting?', 4],
  ['tr', 0, 'Barista: 4 kişi işe alındı, 3 kişi aranıyordu. İlan kapatılsın mı?', 4],
  ['es', 0, 'Personas contratadas para Barista: 4; buscadas: 3. ¿Cerrar el empleo?', 4],
] as const)('in %s with %i waiting it says %s', (locale, count, text, hired: number = 3) => {
  const intl = createIntl({ locale, messages: messagesOf(locale) });
  const values = { hired, wanted: 3, title: 'Barista', count, isOver: hired > 3 ? 'yes' : 'no' };
  expect(intl.formatMessage({ id: 'today.filled.text' }, values)).toBe(text);
});

test('HR sees the branch of each, unless it picked one', async () => {
  const user = aUser({ userType: 'hr_account', id: 9 });
  const { unmount } = await show([aFilledJob()], { user });
  expect(within(await region()).getByText('Mavi Fincan Kadıköy')).toBeInTheDocument();
  unmount();
  await show([aFilledJob()], { user, at: '/today?branchId=20' });
  expect(within(await region()).queryByText('Mavi Fincan Kadıköy')).toBeNull();
});

test.each([
  ['none is filled', []],
  ['the server is of the release before', undefined],
] as const)('without a line when %s', async (_name, filled) => {
  await show(filled && [...filled]);
  expect(await screen.findByText('Nothing to do')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Positions filled' })).toBeNull();
});

test('with a line the page says only that nothing is due', async () => {
  await show([aFilledJob()]);
  expect(await screen.findByText('Nothing is due')).toBeInTheDocument();
});
