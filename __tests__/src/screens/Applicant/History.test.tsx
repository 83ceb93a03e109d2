import { act, screen, within } from '@testing-library/react';
import { shortlistChanged } from '../../../../src/domains/applications';
import { History } from '../../../../src/screens/Applicant/profile/History';
import type { HistoryEntry } from '../../../../contract/schemas/history';
import { anApplicant } from '../../../support/applicantBuilder';
import { anApiError, anApplication } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const PATH = '/search/application/:id/history';
const APPLICANT = anApplicant({ user: { firstName: 'Ayşe' } });

const anEntry = (id: number, given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: '2026-11-19T09:30:00.000Z',
  actor: 'user',
  actorName: 'Gizem Tunç',
  action: 'application.seen',
  details: {},
  ...given,
});

const show = (api: ReturnType<typeof fakeApi>) => renderScreen(<History application={APPLICANT} />, { api });
const lines = async () => {
  const list = await screen.findByRole('list');
  return within(list)
    .getAllByRole('listitem')
    .map((line) => line.firstElementChild?.textContent);
};

test.each<[string, Partial<HistoryEntry>]>([
  ['Ayşe applied.', { action: 'application.arrived', details: { isShortlisted: false } }],
  [
    'Ayşe applied and was shortlisted automatically by match score.',
    { action: 'application.arrived', details: { isShortlisted: true } },
  ],
  ['Gizem Tunç opened the application.', {}],
  ['Someone opened the application.', { actorName: null }],
  ['Gizem Tunç added the application to the shortlist.', { action: 'application.shortlisted' }],
  ['Gizem Tunç declined the application.', { action: 'application.declined' }],
  ['Ayşe was notified of the decision.', { action: 'application.told', actor: 'clock', actorName: null }],
  [
    'Gizem Tunç recorded: came to the interview and interview went well.',
    {
      action: 'application.feedback',
      details: { isApplicantCameToAppointment: true, isAppointmentPositive: true, isOfferSentToApplicant: null },
    },
  ],
  [
    'Gizem Tunç removed an answer: offer declined.',
    { action: 'appointment.feedback_removed', details: { isApplicantAcceptTheOffer: false } },
  ],
  [
    'Gizem Tunç removed an answer: offer accepted. Reason: Wrong person',
    {
      action: 'appointment.feedback_removed',
      details: { isApplicantAcceptTheOffer: true, correctionReason: 'Wrong person' },
    },
  ],
  ['Gizem Tunç emailed the CV to a@b.example.', { action: 'application.cv_mailed', details: { to: 'a@b.example' } }],
  [
    'Gizem Tunç invited Ayşe to an appointment on 24/11/2026 14:30.',
    { action: 'appointment.created', details: { startAt: '2026-11-24 14:30:00' } },
  ],
  [
    'Gizem Tunç invited Ayşe again, to an appointment on 24/11/2026 14:30.',
    { action: 'appointment.created', details: { startAt: '2026-11-24 14:30:00', rebookOf: 7 } },
  ],
  [
    'Gizem Tunç moved the appointment from 23/11/2026 10:00 to 24/11/2026 14:30.',
    {
      action: 'appointment.moved',
      details: { startAt: '2026-11-24 14:30:00', previousStartAt: '2026-11-23 10:00:00' },
    },
  ],
  [
    'Gizem Tunç set the first day: 24/11/2026 14:30.',
    { action: 'application.first_day_set', details: { startAt: '2026-11-24 14:30:00' } },
  ],
  [
    'Gizem Tunç recorded that Ayşe didn’t start work.',
    { action: 'application.first_day_recorded', details: { started: false } },
  ],
  [
    'Gizem Tunç removed the record of whether Ayşe started work.',
    { action: 'application.first_day_recorded', details: { started: null } },
  ],
  ['Ayşe accepted the invitation.', { action: 'appointment.status', actor: 'worker', details: { status: 'ACTIVE' } }],
  [
    'Ayşe will be 20 minutes late for the appointment.',
    { action: 'appointment.attendance', actor: 'worker', details: { answer: 'late', minutes: 20 } },
  ],
  ['Ayşe withdrew the application.', { action: 'application.rejected', actor: 'worker' }],
  [
    'The invitation expired without an answer.',
    { action: 'appointment.status', actor: 'clock', details: { status: 'EXPIRED' } },
  ],
])('shows %s', async (sentence, given) => {
  await show(fakeApi().on('GET', PATH, ok([anEntry(1, given)])));
  expect(await lines()).toEqual([sentence]);
});

test('loads older entries after the newest fifty, and keeps the list when that fails', async () => {
  const page = (from: number, count: number) => Array.from({ length: count }, (_, at) => anEntry(from - at));
  const api = fakeApi().on('GET', PATH, ok(page(90, 50)));
  const { person } = await show(api);
  expect(await lines()).toHaveLength(50);
  api.on('GET', PATH, anApiError(500));
  await person.click(screen.getByRole('button', { name: 'Show earlier entries' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await lines()).toHaveLength(50);
  api.on('GET', PATH, ok(page(40, 3)));
  await person.click(screen.getByRole('button', { name: 'Show earlier entries' }));
  expect(await screen.findByText(/./, { selector: 'li:nth-child(53) > span' })).toBeVisible();
  expect(api.callsOf('GET', PATH).at(-1)?.query).toMatchObject({ before: 41 });
  expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
});

test('shows a new change at once', async () => {
  const api = fakeApi().on('GET', PATH, ok([]));
  const { store } = await show(api);
  expect(await screen.findByText('Nothing has been recorded yet.')).toBeVisible();
  api.on('GET', PATH, ok([anEntry(7, { action: 'application.shortlisted' })]));
  act(() => void store.dispatch(shortlistChanged(anApplication({ id: APPLICANT.id, isShortListed: true }))));
  expect(await screen.findByText('Gizem Tunç added the application to the shortlist.')).toBeVisible();
});

test('shows a failure that can be tried again', async () => {
  const api = fakeApi().on('GET', PATH, anApiError(500));
  const { person } = await show(api);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.on('GET', PATH, ok([anEntry(1)]));
  await person.click(retry);
  expect(await lines()).toEqual(['Gizem Tunç opened the application.']);
});
