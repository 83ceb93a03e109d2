import { act, fireEvent, screen, within } from '@testing-library/react';
import { HOUR } from '../../../contract/constants/time';
import type { Appointment } from '../../../contract/schemas/appointments';
import { ApplicationsPage } from '../../../src/screens/Applications/ApplicationsPage';
import { AppointmentTab } from '../../../src/widgets/ApplicationList/AppointmentTab';
import { anApiError, anAppointment, aUser } from '../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../support/fakeApi';
import { NOW, settle } from '../../support/fakeClock';
import { hiredRow } from '../../support/firstDays';
import { renderScreen } from '../../support/renderScreen';
import { anApplication } from '../screens/world';

const iso = (ms: number) => new Date(ms).toISOString();
/** Times in Istanbul, which is three hours ahead of UTC all year. */
const wall = (ms: number) =>
  iso(ms + 3 * HOUR)
    .slice(0, 19)
    .replace('T', ' ');

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

let id = 0;
const row = (firstName: string, hours: number, more: Partial<Appointment> = {}): Appointment => {
  id += 1;
  const start = Date.now() + hours * HOUR;
  return anAppointment({
    ...{ id, applicationId: id + 100, appointmentAt: iso(start), startAt: wall(start), endAt: wall(start + HOUR) },
    user: { id, firstName, lastName: 'Yılmaz', imageUrl: null, phone: `+90532000000${id}` },
    status: { name: 'ACTIVE' },
    statusLog: [{ status: 'WAITING', at: iso(start - 30 * HOUR), by: 'employer' }],
    ...more,
  });
};
const status = (name: Appointment['status']['name']) => ({ status: { name } });
const answer = (given: 'coming' | 'late' | 'other_time') => ({
  attendance: { answer: given, minutes: given === 'late' ? (20 as const) : null, at: iso(NOW), hasReply: false },
});

const agenda = (rows: Appointment[]) => fakeApi().on('GET', '/appointment/me', ok(rows));

const show = async (
  rows: Appointment[],
  given: { user?: ReturnType<typeof aUser>; jobId?: number; api?: FakeApi } = {},
) => {
  const { user = aUser(), jobId = null, api = agenda(rows) } = given;
  const address = { jobId, page: 1, writePage: () => undefined };
  const tab = <AppointmentTab address={address} beside={false} selectedId={null} />;
  const view = await renderScreen(tab, { api, user, at: '/applications?activeTab=appointment' });
  await act(settle);
  return { ...view, api };
};
const click = async (element: HTMLElement) => {
  await act(async () => {
    element.click();
    await settle();
  });
};
/** Lets time pass; each step of a timer would take its own time. */
const later = (ms: number) =>
  act(async () => {
    jest.setSystemTime(Date.now() + ms);
    await jest.advanceTimersByTimeAsync(1000);
  });
const section = (name: RegExp | string) => within(screen.getByRole('region', { name }));
const rowOf = (name: string) => within(screen.getByRole('link', { name: `${name} Yılmaz` }).closest('li')!);

test('a row of an erased person has neither name nor initials', async () => {
  const erased = row('Silinmiş', 1);
  await show([row('Known', 1), { ...erased, user: { ...erased.user, isErased: true } }]);
  expect(screen.getByText('KY')).toBeInTheDocument();
  expect(screen.queryByText('SY')).not.toBeInTheDocument();
  expect(screen.getByText('Deleted person')).toBeVisible();
});

test('shows each row in its section, with its state and its next step', async () => {
  await show([
    row('Silent', 1),
    row('Coming', 3, answer('coming')),
    row('Late', 4, answer('late')),
    row('Other', 5, answer('other_time')),
    row('Accepted', 6),
    row('Waiting', 28, {
      ...status('WAITING'),
      statusLog: [{ status: 'WAITING', at: iso(NOW - HOUR), by: 'employer' }],
    }),
    row('Wish', 28, {
      ...status('WAITING'),
      ...answer('other_time'),
      statusLog: [{ status: 'WAITING', at: iso(NOW - HOUR), by: 'employer' }],
    }),
    row('Later', 6 * 24),
    row('Over', -3, status('COMPLETED')),
    row('Good', -50, { ...status('APPOINTMENT_POSITIVE'), isApplicantCameToAppointment: true }),
  ]);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Needs your attention 2',
    'Today 20 Kasım Cuma',
    'Tomorrow 21 Kasım Cumartesi',
    '26 Kasım Perşembe',
    'Past',
  ]);
  const silent = rowOf('Silent');
  expect(silent.getByText('No answer yet')).toBeVisible();
  expect(silent.getByText('13:00')).toBeVisible();
  expect(silent.getByRole('link', { name: 'Call: Silent Yılmaz' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:\+90/),
  );
  expect(section(/Needs your attention/).getByRole('button', { name: 'Didn’t come: Over Yılmaz' })).toBeVisible();
  expect(rowOf('Coming').getByText('Coming')).toBeVisible();
  expect(rowOf('Late').getByText('20 minutes late')).toBeInTheDocument();
  expect(rowOf('Other').getByText('Wants another time')).toBeVisible();
  expect(rowOf('Other').getByRole('link', { name: /^Open conversation/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/messages\?/),
  );
  expect(rowOf('Other').getByRole('link', { name: 'Change time: Other Yılmaz' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/appointment\?.*#time$/),
  );
  expect(rowOf('Accepted').queryByRole('link', { name: /^Change time/ })).toBeNull();
  expect(rowOf('Accepted').queryByRole('button')).toBeNull();
  expect(rowOf('Waiting').getByText('Invited · until Cmt 11:00')).toBeVisible();
  expect(rowOf('Wish').getByText('Wants another time')).toBeVisible();
  expect(rowOf('Wish').getByText('until tomorrow, 11:00')).toBeVisible();
  expect(section('Past').getByText('Interview positive')).toBeVisible();
});

test.each([
  ['branch', undefined, ['Barista'], ['Mavi Fincan']],
  ['company', undefined, ['Barista'], ['Mavi Fincan']],
  ['hr_account', undefined, ['Barista', 'Mavi Fincan'], []],
  ['root', undefined, ['Barista', 'Mavi Fincan'], []],
  ['root', 11, ['Mavi Fincan'], ['Barista']],
] as const)(
  '%s sees the job of all jobs and the branch where there are several (%s)',
  async (userType, jobId, shown, hidden) => {
    await show([row('Ayşe', 4)], { user: aUser({ userType }), jobId });
    for (const text of shown) expect(rowOf('Ayşe').getByText(text)).toBeVisible();
    for (const text of hidden) expect(rowOf('Ayşe').queryByText(text)).toBeNull();
  },
);

test('folds appointments that did not work out, and keeps the section open once it was opened', async () => {
  const view = await show([row('Ayşe', 4), row('Refused', 5, status('REJECTED')), row('Gone', 6, status('CANCELLED'))]);
  const button = screen.getByRole('button', { name: '2 called off or unanswered' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByText('Refused Yılmaz')).toBeNull();
  await click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(rowOf('Refused').getByRole('link', { name: /^Invite again/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/appointment\?/),
  );
  expect(view.store.getState().appointments.unfolded).toEqual(['2026-11-20']);
});

test('tells an invitation that a withdrawal ended from one that was declined', async () => {
  await show([row('Refused', 5, status('REJECTED')), row('Left', 6, { ...status('REJECTED'), isWithdrawn: true })]);
  await click(screen.getByRole('button', { name: '2 called off or unanswered' }));
  expect(rowOf('Refused').getByText('Declined')).toBeVisible();
  expect(rowOf('Left').getByText('Withdrew the application')).toBeVisible();
});

test('shows five rows that need the employer, and the others on request', async () => {
  const names = ['Ada', 'Bora', 'Can', 'Deniz', 'Ece', 'Filiz', 'Gül'];
  const { store } = await show(names.map((name, at) => row(name, -3 - at, status('COMPLETED'))));
  const needs = section(/Needs your attention 7/);
  expect(needs.getAllByRole('listitem')).toHaveLength(5);
  await click(needs.getByRole('button', { name: 'Show all 7' }));
  expect(needs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names.map((one) => `${one} Yılmaz`));
  await click(needs.getByRole('button', { name: 'Show fewer', expanded: true }));
  expect(needs.getAllByRole('listitem')).toHaveLength(5);
  expect(store.getState().appointments.unfolded).toEqual([]);
});

test('moves rows as time passes, without a request', async () => {
  const { api } = await show([row('Ayşe', 2.5)]);
  expect(section(/Today/).getByText('Approved')).toBeVisible();
  await later(HOUR);
  expect(section(/Needs your attention/).getByText('No answer yet')).toBeVisible();
  await later(2.6 * HOUR);
  expect(section(/Needs your attention/).getByText('Did they come?')).toBeVisible();
  expect(rowOf('Ayşe').getByRole('button', { name: /^Came/ })).toBeVisible();
  expect(api.callsOf('GET', '/appointment/me')).toHaveLength(1);
});

const recorded = (one: Appointment, came: boolean): Appointment => ({
  ...one,
  status: { name: came ? 'COMPLETED' : 'APPOINTMENT_NEGATIVE' },
  isApplicantCameToAppointment: came,
  lastAnswer: {
    field: 'isApplicantCameToAppointment',
    recordedAt: iso(Date.now()),
    actorName: 'Deniz',
    delivery: came ? 'none' : 'sent',
  },
});

test('“Didn’t come” can be undone for 15 minutes and offers what comes next', async () => {
  const over = row('Ayşe', -2, status('COMPLETED'));
  const declined = anApplication({ id: over.applicationId });
  const api = agenda([over])
    .on('POST', '/appointment/feedback', () => ok({ appointment: recorded(over, false) }))
    .on('PUT', '/job/application/:id/decline', ok({ application: { ...declined, status: 'rejected' } }))
    .on('DELETE', '/appointment/:id/feedback', ok({ application: declined, appointment: over, wasTold: true }));
  await show([over], { api });
  await click(screen.getByRole('button', { name: 'Didn’t come: Ayşe Yılmaz' }));
  await act(() => jest.advanceTimersByTimeAsync(0));
  const shown = section(/Needs your attention/);
  expect(shown.getByText('No-show').closest('[tabindex]')).toHaveFocus();
  expect(shown.getByText('You can undo this until 12:15.')).toBeVisible();
  expect(
    [...shown.getByRole('link', { name: /^Invite again/ }).parentElement!.children].map(
      ({ textContent }) => textContent,
    ),
  ).toEqual(['Invite again', 'Decline', 'Undo']);
  // The second press of a double click.
  fireEvent.click(shown.getByRole('button', { name: 'Undo: Ayşe Yılmaz' }), { detail: 2 });
  expect(api.callsOf('DELETE', '/appointment/:id/feedback')).toHaveLength(0);
  await click(shown.getByRole('button', { name: 'Undo: Ayşe Yılmaz' }));
  await click(screen.getByRole('button', { name: 'Didn’t come: Ayşe Yılmaz' }));
  await later(16 * 60_000);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  await click(screen.getByRole('button', { name: 'Decline: Ayşe Yılmaz' }));
  expect(api.callsOf('PUT', `/job/application/${over.applicationId}/decline`)).toHaveLength(1);
});

test('after “Came” the next question is one press away', async () => {
  const over = row('Ayşe', -2, status('COMPLETED'));
  const api = agenda([over]).on('POST', '/appointment/feedback', () => ok({ appointment: recorded(over, true) }));
  await show([over], { api });
  await click(screen.getByRole('button', { name: 'Came: Ayşe Yılmaz' }));
  expect(screen.getByRole('link', { name: 'How did it go?: Ayşe Yılmaz' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/feedback\?/),
  );
});

test('two presses lead from the list of applicants to a recorded outcome', async () => {
  jest.useRealTimers();
  const over = row('Ayşe', -2, status('COMPLETED'));
  const { calls, person } = await renderScreen(<ApplicationsPage />, {
    path: '/applications',
    at: '/applications?page=1&activeTab=all',
    user: aUser(),
    answers: {
      'GET /search/application/all': ({ query }) => (query?.limit === 0 ? { payload: [], total: 0 } : { payload: [] }),
      'GET /search/job': () => ({ payload: [] }),
      'GET /holidays': () => ({ payload: [] }),
      'POST /form-input-list': () => ({ payload: { fields: [] } }),
      'GET /appointment/me': () => ({ payload: [over] }),
      'POST /appointment/feedback': () => ({ payload: { appointment: recorded(over, true) } }),
    },
  });
  const press = jest.fn();
  document.addEventListener('click', press);
  await person.click(await screen.findByRole('tab', { name: 'Appointments' }));
  await person.click(await screen.findByRole('button', { name: /^Came/ }));
  await screen.findByRole('button', { name: /^Undo/ });
  document.removeEventListener('click', press);
  expect(press.mock.calls.length).toBeLessThanOrEqual(2);
  expect(calls.filter(({ path }) => path === '/appointment/feedback')).toHaveLength(1);
});

test('a list that did not load can be tried again', async () => {
  const api = fakeApi().on('GET', '/appointment/me', anApiError(500));
  await show([], { api });
  expect(screen.getByRole('alert')).toBeVisible();
  api.on('GET', '/appointment/me', ok([row('Ayşe', 4)]));
  await click(screen.getByRole('button', { name: 'Try again' }));
  expect(rowOf('Ayşe').getByText('Approved')).toBeVisible();
});

test('an empty list leads to the shortlist', async () => {
  await show([]);
  expect(screen.getByRole('heading', { name: 'No appointments yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to shortlist' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Subscribe in your calendar' })).toBeNull();
});

test('asks first who started on a first day that has begun', async () => {
  const due = { ...hiredRow({ startsAt: wall(NOW - 24 * HOUR) }), id: 900 };
  const recordedAt = iso(NOW);
  const api = agenda([row('Over', -3)])
    .on('GET', '/search/application/all', ok([due]))
    .on('PUT', '/job/application/:id/first-day/outcome', ({ body }) =>
      ok({ application: { ...due, firstDay: { ...due.firstDay, ...(body as object), recordedAt } } }),
    );
  await show([], { api, jobId: 7 });
  const needs = section(/Needs your attention 2/);
  expect(needs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Ayşe Yılmaz', 'Over Yılmaz']);
  expect(rowOf('Ayşe').getByText('First day')).toBeVisible();
  await click(rowOf('Ayşe').getByRole('button', { name: 'Started' }));
  expect(rowOf('Ayşe').getByText(/Recorded: Ayşe started/)).toBeVisible();
  expect(api.callsOf('GET', '/search/application/all')[0]?.query).toMatchObject({ firstDay: 'due', jobId: 7 });
  api.on('GET', '/search/application/all', ok([]));
  await later(16 * 60_000);
  expect(screen.queryByRole('link', { name: 'Ayşe Yılmaz' })).toBeNull();
});
