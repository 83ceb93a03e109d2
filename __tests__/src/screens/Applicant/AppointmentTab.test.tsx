import { act, screen, waitFor, within } from '@testing-library/react';
import type { ApplicationDetail } from '../../../../contract/schemas/applications';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { applicantLoaded, applicantOpened, selectApplicant } from '../../../../src/domains/applications';
import { AppointmentTab } from '../../../../src/screens/Applicant/appointment/AppointmentTab';
import { ApiError } from '../../../../src/lib/http';
import { memoryStorage } from '../../../../src/lib/storage';
import { allDomains } from '../../../../src/store/allDomains';
import { useFields } from '../../../../src/store/hooks';
import { createRootReducer } from '../../../../src/store/rootReducer';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApiError, anAppointment, anApplication, aUser } from '../../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aDecision } from '../../../support/decisions';
import { renderScreen } from '../../../support/renderScreen';
import { anInitialState } from '../../../support/testStore';

const JOB = { selectedCompanyLocations: [{ id: 1, name: 'Moda', address: null, position: '40.98, 29.02' }] };

const server = () =>
  fakeApi()
    .on('GET', '/job/:id', ok({ job: JOB }))
    .on('GET', '/holidays', ok([]))
    .on('GET', '/appointment/me', ok([]));

/** The state with an open application. */
const opened = (application: ApplicationDetail) => {
  const events = [applicantOpened({ applicationId: application.id }), applicantLoaded(application)];
  const { applicant, applications } = events.reduce(
    createRootReducer(memoryStorage(), allDomains.reducersOf(memoryStorage())),
    anInitialState(),
  );
  return { applicant, applications };
};

/** Shows the tab of the open application and follows its changes. */
const OpenTab = () => {
  const { detail } = useFields(selectApplicant, 'detail');
  return detail.status === 'loaded' ? <AppointmentTab application={detail.data} /> : null;
};

const show = async (application: ApplicationDetail, api: FakeApi = server()) => {
  api.on('GET', '/search/application/:id', ok({ application }));
  const view = await renderScreen(<OpenTab />, { api, user: aUser(), state: opened(application) });
  // Lets the initial requests finish.
  await act(settle);
  return view;
};

const shortlisted = anApplicationDetail({ isShortListed: true });

const fill = async (person: Awaited<ReturnType<typeof show>>['person'], date = '02/03/2099') => {
  const dateField = await screen.findByLabelText('Date');
  await person.clear(dateField);
  await person.type(dateField, date);
  await person.clear(screen.getByLabelText('Time'));
  await person.type(screen.getByLabelText('Time'), '1105');
};

test('an applicant must be on the shortlist first', async () => {
  const row = anApplication({ isShortListed: true });
  const api = server().on('PUT', '/job/application/:id/shortlist', ok({ application: row }));
  const { person } = await show(anApplicationDetail(), api);
  expect(screen.getByText(/You can only invite applicants on the shortlist/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Add Ayşe to the shortlist' }));
  await waitFor(() =>
    expect(api.callsOf('PUT', '/job/application/101/shortlist')[0]?.body).toEqual({ isShortlisted: true }),
  );
  expect(await screen.findByRole('heading', { name: 'Invite Ayşe to an interview' })).toHaveFocus();
});

test.each([
  ['closed', ['Edit job', 'Message Ayşe']],
  ['deleted', ['Message Ayşe']],
] as const)('the gate of a %s job says why no one can be shortlisted and what is possible', async (status, links) => {
  await show(anApplicationDetail({ job: { title: 'Barista', status } }));
  expect(screen.getByText(/Barista/)).toHaveTextContent(/can’t change/);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(links);
  expect(screen.queryByRole('button', { name: 'Add Ayşe to the shortlist' })).toBeNull();
});

test('keeps the typed form when the tab is left and deletes it once sent', async () => {
  const api = server().on('POST', '/appointment', ok({ appointment: anAppointment() }));
  const { person, store, unmount } = await show(shortlisted, api);
  await fill(person);
  await person.click(screen.getByRole('button', { name: 'Another place' }));
  await person.type(screen.getByLabelText(/^Address/), 'Moda 5');
  unmount();
  const drafts = () => store.getState().jobDrafts.byKey;
  expect(Object.values(drafts())).toEqual([
    expect.objectContaining({
      values: expect.objectContaining({ date: '2099-03-02', time: '11:05', address: 'Moda 5' }),
    }),
  ]);
  const again = await renderScreen(<OpenTab />, {
    api,
    user: aUser(),
    state: { jobDrafts: store.getState().jobDrafts, ...opened(shortlisted) },
  });
  await act(settle);
  expect(await screen.findByDisplayValue('02/03/2099')).toBeVisible();
  expect(screen.getByLabelText(/^Address/)).toHaveValue('Moda 5');
  await person.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(again.store.getState().jobDrafts.byKey).toEqual({}));
});

test('takes the job’s place and sends one request with wall times', async () => {
  const api = server().on('POST', '/appointment', ok({ appointment: anAppointment() }));
  const { person } = await show(shortlisted, api);
  expect((await screen.findByText('Moda')).closest('p')).toHaveTextContent('At Moda');
  expect(screen.queryByLabelText('Place')).toBeNull();
  await fill(person);
  await person.dblClick(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(api.callsOf('POST', '/appointment')).not.toHaveLength(0));
  expect(api.callsOf('POST', '/appointment')[0]?.body).toEqual({
    startAt: '2099-03-02 11:05:00',
    endAt: '2099-03-02 12:05:00',
    latitude: 40.98,
    longitude: 29.02,
    address: 'Moda',
    workerId: 501,
    companyId: 7,
    applicationId: 101,
  });
});

describe('a text message that waits for the morning', () => {
  /** 03:23 in Istanbul. */
  const NIGHT = '2026-11-18T00:23:00.000Z';
  const NOON = '2026-11-18T09:00:00.000Z';
  const at = (now: string) => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
  afterEach(() => jest.restoreAllMocks());
  const MORNING = '2026-11-18T05:00:00.000Z';
  const invited = (textAt: string | null, given: Partial<Appointment> = {}) =>
    anAppointment({ textAt, isKnown: false, ...given });

  test.each([
    ['one that waits', MORNING, 'Ayşe gets the invitation at 08:00.'],
    ['one whose morning has come', NIGHT, null],
    ['none', null, null],
  ] as const)('the tab says when it leaves: %s', async (_name, textAt, text) => {
    at(NIGHT);
    await show(anApplicationDetail({ isShortListed: true, appointment: invited(textAt) }));
    expect(screen.queryByText(/gets the invitation/)?.textContent ?? null).toBe(text);
  });

  test('the tab says when the text about a new time leaves of which the worker knows the old one', async () => {
    at(NIGHT);
    const appointment = invited(MORNING, { isKnown: true, movedFrom: '2026-11-18 15:00:00' });
    await show(anApplicationDetail({ isShortListed: true, appointment }));
    expect(screen.getByText('Ayşe gets the new time at 08:00.')).toBeVisible();
  });

  test.each([
    ['sms', NIGHT, 'Ayşe gets the invitation at 08:00 and can answer until 19/11/2026, 03:23'],
    ['sms', NOON, 'Ayşe has 24 hours to answer'],
    ['product', NIGHT, 'Ayşe has 24 hours to answer'],
  ] as const)('the form says until when it can be answered: %s, %s', async (reach, now, text) => {
    at(now);
    await show({ ...shortlisted, reach });
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeVisible();
  });

  test.each([
    ['sms', 'Today 08:30', '08:00', 'This begins before we can text Ayşe at 08:00, so tell them yourself.'],
    ['sms', 'Today 08:30', '08:30', 'Ayşe gets the invitation at 08:00'],
    ['product', 'Today 08:00', '08:00', 'Ayşe has 24 hours to answer'],
  ] as const)('suggests what the worker can be told of, and warns: %s, %s, %s', async (reach, first, time, text) => {
    at(NIGHT);
    const busy = ['09:30', '10:00', '11:00', '11:30'].map((wall) =>
      anAppointment({ startAt: `2026-11-18 ${wall}:00` }),
    );
    const api = server().on('GET', '/appointment/me', ok(busy));
    const source = { ref: 'link' as const, days: [], parts: ['morning' as const], start: null };
    const { person } = await show(anApplicationDetail({ isShortListed: true, reach, source }), api);
    const group = await screen.findByRole('group', { name: 'Suggested times' });
    const [suggestion] = await within(group).findAllByRole('button');
    expect(suggestion).toHaveTextContent(first);
    await person.click(suggestion!);
    await person.clear(screen.getByLabelText('Time'));
    await person.type(screen.getByLabelText('Time'), time);
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeVisible();
  });

  const moved = async (given: Partial<Appointment>, time: string) => {
    at(NIGHT);
    const appointment = anAppointment({ isKnown: true, status: { name: 'ACTIVE' }, ...given });
    const { person } = await show(anApplicationDetail({ isShortListed: true, appointment, reach: 'sms' }));
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    await person.clear(await screen.findByLabelText('Date'));
    await person.type(screen.getByLabelText('Date'), '18/11/2026');
    await person.clear(screen.getByLabelText('Time'));
    await person.type(screen.getByLabelText('Time'), time);
    return person;
  };

  const EARLY = '2026-11-18 09:00:00';
  const AFTERNOON = '2026-11-18 15:00:00';
  const WAITS = { status: { name: 'WAITING' }, textAt: MORNING } as const;
  test.each([
    ['one soon after the night, at once', { startAt: EARLY }, '14:00', false],
    ['a later one, in the morning', { startAt: AFTERNOON }, '14:00', true],
    [
      'one moved in this night, as of the time that the worker knows',
      { ...WAITS, startAt: EARLY, movedFrom: AFTERNOON },
      '14:00',
      true,
    ],
    ['the same time, as if it were another one', { startAt: EARLY }, '09:00', false],
  ])('the form of a new time says when the text about it leaves: %s', async (_name, given, time, isLater) => {
    await moved(given, time);
    expect(await screen.findByText(/gets one message with the old and the new time/)).toBeVisible();
    expect(screen.queryByText('Link goes out at 08:00') !== null).toBe(isLater);
  });

  test('the form of a new time says that the text about only a new place waits', async () => {
    const person = await moved({ startAt: EARLY }, '09:00');
    await person.click(screen.getByRole('button', { name: 'Another place' }));
    await person.type(screen.getByLabelText('Address'), ' 2');
    expect(await screen.findByText(/gets one message about the new place/)).toBeVisible();
    expect(screen.getByText('Link goes out at 08:00')).toBeVisible();
  });

  test('the notice of the invitation says so', async () => {
    at(NIGHT);
    const api = server().on('POST', '/appointment', ok({ appointment: invited(MORNING) }));
    const { person, notices } = await show({ ...shortlisted, reach: 'sms' }, api);
    await fill(person);
    await person.click(screen.getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toMatchObject({
      id: 'appointment.later.invited',
      values: { name: 'Ayşe', day: 'today', time: '08:00' },
    });
  });
});

test.each([
  ['the first', null],
  ['one after a refusal', anAppointment({ id: 300, status: { name: 'REJECTED' } })],
])('an invitation moves the focus to its time: %s', async (_name, before) => {
  const appointment = anAppointment();
  const detail = anApplicationDetail({ isShortListed: true, appointment: before });
  const api = server().on('POST', '/appointment', ok({ appointment }));
  const { person } = await show(detail, api);
  await fill(person);
  api.on('GET', '/search/application/:id', ok({ application: { ...detail, appointment } }));
  await person.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: /23\/11\/2026/ })).toHaveFocus());
});

test('invites again after a missed interview', async () => {
  const appointment = anAppointment({ status: { name: 'APPOINTMENT_NEGATIVE' }, isApplicantCameToAppointment: false });
  const api = server().on('POST', '/appointment', ok({ appointment: anAppointment({ id: 302, rebookOf: 301 }) }));
  const { person } = await show(anApplicationDetail({ isShortListed: true, appointment }), api);
  expect(await screen.findByText('Second invitation after a missed interview')).toBeVisible();
  expect(screen.getByText('Ayşe didn’t come to the interview.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add to calendar (.ics)' })).toBeNull();
  await fill(person);
  await person.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(api.callsOf('POST', '/appointment')[0]?.body).toMatchObject({ rebookOf: 301 }));
});

describe('suggested times', () => {
  /** A Wednesday, 12:00 in Istanbul. */
  const NOON = '2026-11-18T09:00:00.000Z';
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOON)));
  afterEach(() => jest.restoreAllMocks());
  const labels = async () =>
    within(await screen.findByRole('group', { name: 'Suggested times' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  test('leave out the time of an interview that moves, even before the branch’s list has it', async () => {
    const appointment = anAppointment({ startAt: '2026-11-18 12:30:00', status: { name: 'ACTIVE' } });
    const { person } = await show(anApplicationDetail({ isShortListed: true, appointment }));
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    expect(await labels()).toEqual(['Today 13:30', 'Today 16:30', 'Tomorrow 10:00', 'Tomorrow 13:00']);
  });

  test('invite in two taps, free of the branch’s interviews and holidays', async () => {
    const api = server()
      .on('GET', '/holidays', ok(['2026.11.20']))
      .on('GET', '/appointment/me', ok([anAppointment({ startAt: '2026-11-18 12:30:00' })]))
      .on('POST', '/appointment', ok({ appointment: anAppointment() }));
    const { person } = await show(shortlisted, api);
    expect(await labels()).toEqual(['Today 13:30', 'Today 16:30', 'Tomorrow 10:00', 'Tomorrow 13:00']);
    expect(api.callsOf('GET', '/appointment/me')[0]?.query).toMatchObject({
      statusGroup: 'waiting,active',
      branchId: 7,
    });
    const tomorrow = screen.getByRole('button', { name: 'Tomorrow 10:00' });
    await person.click(tomorrow);
    expect(tomorrow).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Time')).toHaveValue('10:00');
    await person.click(screen.getByRole('button', { name: 'Invite' }));
    await waitFor(() =>
      expect(api.callsOf('POST', '/appointment')[0]?.body).toMatchObject({ startAt: '2026-11-19 10:00:00' }),
    );
  });

  test('fit what the applicant answered', async () => {
    await show(
      anApplicationDetail({
        isShortListed: true,
        source: { ref: 'link', days: ['saturday'], parts: ['afternoon'], start: null },
      }),
    );
    expect(await labels()).toEqual(['21 Kas Cmt 12:00', '21 Kas Cmt 15:00', '28 Kas Cmt 12:00', '28 Kas Cmt 15:00']);
  });

  test('leave out a time at which the applicant turned out to be busy, and do without the calendar', async () => {
    const api = server()
      .on('POST', '/appointment', anApiError(409, 'appointment.overlap'))
      .on('GET', '/holidays', anApiError(500));
    const { person } = await show(shortlisted, api);
    await person.click(await screen.findByRole('button', { name: 'Today 12:30' }));
    await person.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText(/already has an appointment with you at that time/)).toBeVisible();
    expect(await labels()).toEqual(['Today 13:30', 'Today 16:30', 'Tomorrow 10:00', 'Tomorrow 13:00']);
  });
});

test('names the city whose clock counts', async () => {
  await show(shortlisted);
  expect(await screen.findByText('Istanbul time. An interview lasts one hour.')).toBeVisible();
});

test('another place unfolds the map and an empty address', async () => {
  const { person } = await show(shortlisted);
  await person.click(await screen.findByRole('button', { name: 'Another place' }));
  expect(screen.getByLabelText('Place')).toHaveFocus();
  expect(screen.getByLabelText(/^Address/)).toHaveValue('');
});

test('asks for the place where none is known', async () => {
  await show(shortlisted, server().on('GET', '/job/:id', anApiError(404)));
  expect(await screen.findByLabelText('Place')).toHaveValue('');
});

test('shows a missing value at its field and focuses the first one', async () => {
  const { person, api } = await show(shortlisted);
  await person.click(await screen.findByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(screen.getByLabelText('Date')).toHaveFocus());
  expect(screen.getByLabelText('Date')).toHaveAccessibleDescription(/This field is required\./);
  expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/This field is required\./);
  expect(api.callsOf('POST', '/appointment')).toHaveLength(0);
});

test('shows a field error of the start at date and time', async () => {
  const error = new ApiError({
    status: 400,
    key: 'error.invalid_request',
    children: { startAt: { errors: ['appointmentDateError'] }, latitude: { errors: ['field.invalid'] } },
  });
  const { person } = await show(shortlisted, server().on('POST', '/appointment', error));
  await fill(person);
  await person.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Date')).toHaveAccessibleDescription(/Choose a time in the future\./),
  );
  expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/Choose a time in the future./);
  expect(screen.getByLabelText('Place')).toHaveAccessibleDescription(/This value isn’t valid./);
});

test('shows an overlap as an alert with a way to choose another time', async () => {
  const { person } = await show(
    shortlisted,
    server().on('POST', '/appointment', anApiError(409, 'appointment.overlap')),
  );
  await fill(person);
  await person.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText(/already has an appointment with you at that time/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Choose another time' }));
  expect(screen.getByLabelText('Time')).toHaveFocus();
});

test('shows an appointment with its log, and a cancellation tells which message the worker gets', async () => {
  const appointment = anAppointment({
    appointmentAt: '2099-03-02T08:00:00.000Z',
    startAt: '2099-03-02 11:00:00',
    endAt: '2099-03-02 12:00:00',
    status: { name: 'ACTIVE' },
    statusLog: [
      { status: 'WAITING', at: '2026-11-18T09:00:00.000Z', by: 'employer' },
      { status: 'WAITING', at: '2026-11-18T09:30:00.000Z', by: 'employer' },
      { status: 'ACTIVE', at: '2026-11-18T10:00:00.000Z', by: 'worker' },
      { status: 'APPLICANT_CANCELLED', at: '2026-11-18T11:00:00.000Z', by: 'worker' },
      { status: 'ACTIVE', at: '2026-11-18T12:00:00.000Z', by: 'worker' },
    ],
  });
  const api = server().on(
    'PUT',
    '/appointment/:id/status',
    ok({ appointment: { ...appointment, status: { name: 'CANCELLED' } } }),
  );
  const { person } = await show(anApplicationDetail({ isShortListed: true, appointment }), api);
  expect(screen.getByRole('heading', { name: / 02\/03\/2099, 11:00–12:00$/ })).toBeVisible();
  const log = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(log.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Invited.*by your company/),
    expect.stringMatching(/Time changed.*by your company/),
    expect.stringContaining('by the applicant'),
    expect.stringMatching(/Canceled by the applicant$/),
    expect.stringContaining('by the applicant'),
  ]);
  await person.click(screen.getByRole('button', { name: 'Cancel appointment' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(
    /We’ll tell Ayşe right away .* 02\/03\/2099 at 11:00 is off\. It’s more than 24 hours away/,
  );
  await person.click(within(dialog).getByRole('button', { name: 'Yes, cancel the appointment' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: /02\/03\/2099/ })).toHaveFocus());
  expect(api.callsOf('PUT', '/appointment/301/status')[0]?.body).toEqual({ status: 'cancelled' });
});

test.each([
  ['2026-11-30T09:00:00.000Z', '22/11/2026, 12:00'],
  ['2026-11-21T15:30:00.000Z', '21/11/2026, 18:30'],
])('an invitation for %s says until when it can be answered', async (appointmentAt, until) => {
  const statusLog = [{ status: 'WAITING', at: '2026-11-21T09:00:00.000Z', by: 'employer' }] as const;
  const appointment = anAppointment({ appointmentAt, status: { name: 'WAITING' }, statusLog: [...statusLog] });
  await show(anApplicationDetail({ isShortListed: true, appointment }));
  expect(screen.getByText(`Ayşe hasn’t answered yet. The invitation can be answered until ${until}.`)).toBeVisible();
});

test('somebody who withdrew is neither shortlisted nor invited', async () => {
  await show(anApplicationDetail({ status: 'rejected', decision: null, isShortListed: false, appointment: null }));
  expect(screen.getByText('Ayşe withdrew this application.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a missed interview does not read as one that went badly', async () => {
  const statusLog: Appointment['statusLog'] = [
    { status: 'ACTIVE', at: '2026-11-21T09:00:00.000Z', by: 'worker' },
    { status: 'APPOINTMENT_NEGATIVE', at: '2026-11-22T09:00:00.000Z', by: 'employer' },
  ];
  const given = { status: { name: 'APPOINTMENT_NEGATIVE' as const }, statusLog };
  await show(anApplicationDetail({ appointment: anAppointment({ ...given, isApplicantCameToAppointment: false }) }));
  const log = screen.getByText('What’s happened so far').closest('details')!;
  expect(
    within(log)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Approved'), expect.stringContaining('No-show')]);
});

test('an invitation that a withdrawal ended does not read as declined', async () => {
  const at = '2026-11-21T09:00:00.000Z';
  const statusLog: Appointment['statusLog'] = [
    { status: 'WAITING', at, by: 'employer' },
    { status: 'REJECTED', at, by: 'worker' },
  ];
  const appointment = anAppointment({ status: { name: 'REJECTED' }, isWithdrawn: true, statusLog });
  await show(anApplicationDetail({ status: 'rejected', decision: null, appointment }));
  expect(screen.getByText('Withdrew the application')).toBeVisible();
  expect(screen.getByText('Invited')).toBeVisible();
  expect(screen.queryByText(/declined|suggest another time/i)).toBeNull();
});

test('nobody is asked to suggest another time to somebody who cancelled and then withdrew', async () => {
  const appointment = anAppointment({ status: { name: 'APPLICANT_CANCELLED' } });
  await show(anApplicationDetail({ status: 'rejected', decision: null, appointment }));
  expect(screen.getByText('Ayşe has canceled.')).toBeVisible();
});

test.each([
  ['APPLICANT_CANCELLED', null, 'Ayşe has canceled. You can suggest another time.'],
  ['EXPIRED', null, 'Ayşe didn’t answer in time. You can invite them again.'],
  ['EXPIRED', aDecision(), 'Ayşe didn’t answer in time.'],
  ['REJECTED', null, 'Ayşe has declined. You can suggest another time.'],
  ['REJECTED', aDecision(), 'Ayşe has declined.'],
] as const)('says what one can do after %s unless the application is declined', async (name, decision, text) => {
  const appointment = anAppointment({ status: { name } });
  await show(anApplicationDetail({ status: decision ? 'rejected' : 'in_progress', decision, appointment }));
  expect(screen.getByText(text)).toBeVisible();
});

test('shows whether the reminders were sent', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T09:00:00.000Z'));
  const sent = { sentAt: null, skipped: null };
  const reminders: Appointment['reminders'] = [
    { kind: 'invitation', dueAt: '2026-11-21T07:00:00.000Z', ...sent, sentAt: '2026-11-21T07:00:04.000Z' },
    { kind: 'invitation', dueAt: '2026-11-20T07:00:00.000Z', ...sent, skipped: 'answered' },
    { kind: 'day_before', dueAt: '2026-11-22T07:00:00.000Z', ...sent, skipped: 'a reason of tomorrow' },
    { kind: 'invitation', dueAt: '2026-11-22T20:00:00.000Z', ...sent },
    { kind: 'day_before', dueAt: '2026-11-23T05:00:00.000Z', ...sent },
    { kind: 'soon', dueAt: '2026-11-23T06:00:00.000Z', ...sent },
  ];
  const appointment = anAppointment({ status: { name: 'ACTIVE' }, reminders });
  const { unmount } = await show(anApplicationDetail({ isShortListed: true, appointment }));
  const lines = () => screen.queryAllByText(/reminder/i).map(({ textContent }) => textContent);
  const past = [
    'Reminder sent yesterday 10:00',
    'Reminder 20/11/2026 10:00 not sent. Ayşe had already answered.',
    'Reminder today 10:00 not sent.',
  ];
  expect(lines()).toEqual([...past, 'Next reminder tomorrow 08:00']);
  unmount();
  const waiting = await show(anApplicationDetail({ appointment: { ...appointment, status: { name: 'WAITING' } } }));
  expect(lines()).toEqual([...past, 'Next reminder today 23:00']);
  waiting.unmount();
  await show(anApplicationDetail({ appointment: { ...appointment, status: { name: 'CANCELLED' } } }));
  expect(lines()).toEqual(past);
  jest.restoreAllMocks();
});

test.each([
  [{ answer: 'late', minutes: 20 }, '20 minutes late'],
  [{ answer: 'other_time', minutes: null }, 'Wants another time'],
] as const)('shows what the worker said about coming: %o', async (answer, text) => {
  const appointment = anAppointment({
    appointmentAt: '2099-03-02T08:00:00.000Z',
    status: { name: 'ACTIVE' },
    attendance: { ...answer, at: '2026-11-18T10:00:00.000Z', hasReply: false },
  });
  await show(anApplicationDetail({ isShortListed: true, appointment }));
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('a refused change shows the reason and keeps the dialog open', async () => {
  const api = server().on('PUT', '/appointment/:id/status', anApiError(409, 'appointment.status.invalid'));
  const { person } = await show(anApplicationDetail({ appointment: anAppointment() }), api);
  await person.click(screen.getByRole('button', { name: 'Cancel appointment' }));
  await person.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, cancel the appointment' }),
  );
  expect(await screen.findByText('This appointment can’t be changed like that anymore.')).toBeVisible();
});

test('the failure of an earlier cancellation does not stand in the next dialog', async () => {
  const api = server().on('PUT', '/appointment/:id/status', anApiError(500));
  const { person } = await show(anApplicationDetail({ appointment: anAppointment() }), api);
  const open = async () => {
    await person.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    return within(await screen.findByRole('dialog'));
  };
  const dialog = await open();
  await person.click(dialog.getByRole('button', { name: 'Yes, cancel the appointment' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Keep appointment' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await open()).queryByRole('alert')).toBeNull();
});

test.each(['REJECTED', 'CANCELLED', 'CANCELLED_OUTSIDE_24H', 'APPLICANT_CANCELLED', 'EXPIRED'] as const)(
  'allows a new appointment after %s',
  async (name) => {
    await show(anApplicationDetail({ isShortListed: true, appointment: anAppointment({ status: { name } }) }));
    expect(await screen.findByRole('button', { name: 'Invite' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change time' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel appointment' })).toBeNull();
  },
);

test.each(['COMPLETED', 'APPOINTMENT_POSITIVE', 'OFFER_SENT', 'OFFER_ACCEPTED'] as const)(
  '%s allows neither a change nor a new appointment',
  async (name) => {
    await show(anApplicationDetail({ isShortListed: true, appointment: anAppointment({ status: { name } }) }));
    expect(screen.getByRole('button', { name: 'Add to calendar (.ics)' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change time|Cancel appointment|^Invite$/ })).toBeNull();
  },
);

describe('another time', () => {
  const appointment = anAppointment({
    appointmentAt: '2099-03-02T08:00:00.000Z',
    startAt: '2099-03-02 11:00:00',
    endAt: '2099-03-02 12:00:00',
    status: { name: 'ACTIVE' },
  });
  const detail = anApplicationDetail({ isShortListed: true, appointment });
  const moved = { ...appointment, startAt: '2099-03-02 11:05:00', movedFrom: '2099-03-02 11:00:00' };

  test.each([
    ['none', /so invite them yourself/, /so tell them the new time yourself/],
    ['sms', /^Ayşe has 24 hours to answer/, /^Ayşe gets one message/],
  ] as const)('promises a message only where there is a channel: %s', async (reach, invited, told) => {
    // By day.
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-18T09:00:00.000Z'));
    const { unmount } = await show({ ...shortlisted, reach });
    expect(screen.getByText(invited)).toBeVisible();
    unmount();
    const { person } = await show({ ...detail, reach });
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    expect(screen.getByText(told)).toBeVisible();
    jest.restoreAllMocks();
  });

  test('is saved in three presses, with the start that was seen and without the place', async () => {
    const reply = { ...moved, status: { name: 'WAITING' as const } };
    const api = server().on('PUT', '/appointment/:id/time', ok({ appointment: reply }));
    const { person } = await show(detail, api);
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    expect(screen.getByRole('heading', { name: 'Another time for Ayşe' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Cancel appointment' })).toBeNull();
    const [first] = within(await screen.findByRole('group', { name: 'Suggested times' })).getAllByRole('button');
    await person.click(first!);
    api.on('GET', '/search/application/:id', ok({ application: { ...detail, appointment: reply } }));
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Another time for Ayşe' })).toBeNull());
    expect(api.callsOf('PUT', '/appointment/301/time')[0]?.body).toEqual({
      startAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d0:00$/),
      from: '2099-03-02 11:00:00',
    });
    expect(await screen.findByText('Moved from 02/03/2099 11:00')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    expect(screen.getByRole('heading', { name: 'Another time for Ayşe' })).toBeVisible();
  });

  test('can be at another place', async () => {
    const api = server().on('PUT', '/appointment/:id/time', ok({ appointment: moved }));
    const { person } = await show(detail, api);
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    await fill(person);
    await person.click(screen.getByRole('button', { name: 'Another place' }));
    await person.type(screen.getByLabelText(/^Address/), 'Moda 5');
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    await waitFor(() =>
      expect(api.callsOf('PUT', '/appointment/301/time')[0]?.body).toEqual({
        startAt: '2099-03-02 11:05:00',
        from: '2099-03-02 11:00:00',
        place: { latitude: 40.98, longitude: 29.02, address: 'Moda 5' },
      }),
    );
  });

  test('that somebody else chose meanwhile is shown', async () => {
    const api = server().on('PUT', '/appointment/:id/time', anApiError(409, 'appointment.moved'));
    const { person } = await show(detail, api);
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    await fill(person);
    api.on(
      'GET',
      '/search/application/:id',
      ok({
        application: {
          ...detail,
          appointment: { ...moved, endAt: '2099-03-02 12:05:00', appointmentAt: '2099-03-02T08:05:00.000Z' },
        },
      }),
    );
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    expect(await screen.findByText(/Somebody has changed this appointment in the meantime/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: /11:05–12:05/ })).toBeVisible();
  });

  test('is not needed after all', async () => {
    const { person } = await show(detail);
    await person.click(screen.getByRole('button', { name: 'Change time' }));
    await person.click(screen.getByRole('button', { name: 'Keep this time' }));
    expect(await screen.findByRole('button', { name: 'Cancel appointment' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: /11:00–12:00/ })).toHaveFocus());
  });

  test('opens from the agenda', async () => {
    const api = server().on('GET', '/search/application/:id', ok({ application: detail }));
    await renderScreen(<OpenTab />, { api, state: opened(detail), at: '/#time' });
    await act(settle);
    expect(screen.getByRole('heading', { name: 'Another time for Ayşe' })).toBeVisible();
  });
});
