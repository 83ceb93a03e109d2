import { useEffect, useState } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { DAY, MINUTE } from '../../../../contract/constants/time';
import { FeedbackTab } from '../../../../src/screens/Applicant/feedback/FeedbackTab';
import type { Reach } from '../../../../contract/constants/decisions';
import type { FeedbackAnswers } from '../../../../contract/rules/feedback';
import type { EmployerType } from '../../../../contract/constants/roles';
import type { Appointment, LastAnswer } from '../../../../contract/schemas/appointments';
import { formDraftKey } from '../../../../src/domains/appointments';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApiError, anAppointment, anApplication, aUser } from '../../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';

const FEEDBACK = '/job/detail/:jobId/application/:id/feedback';

/** Two hours after the appointment began. */
const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const at = (ms: number) => void jest.spyOn(Date, 'now').mockReturnValue(ms);
beforeEach(() => at(NOW));
afterEach(() => jest.restoreAllMocks());

interface Options {
  /** Answers that were given earlier and not sent. */
  draft?: Partial<FeedbackAnswers>;
  userType?: EmployerType;
  reach?: Reach;
  detail?: Parameters<typeof anApplicationDetail>[0];
  at?: string;
}

const show = async (
  appointment: Appointment | null,
  api: FakeApi = fakeApi(),
  { draft, userType, reach = 'product', detail, at: address }: Options = {},
) => {
  const user = aUser(userType && { userType });
  const kept = draft && { [formDraftKey(user.id, 'feedback', 101)]: { values: draft, savedAt: 0 } };
  const state = kept && { jobDrafts: { byKey: kept, attempts: {} } };
  const held: { reload?: (next: Appointment) => void } = {};
  const Applicant = () => {
    const [current, setCurrent] = useState(appointment);
    useEffect(() => {
      held.reload = setCurrent;
    }, []);
    return (
      <FeedbackTab application={anApplicationDetail({ isShortListed: true, ...detail, appointment: current, reach })} />
    );
  };
  const view = await renderScreen(<Applicant />, { api, user, state, ...(address && { at: address }) });
  // Lets the initial requests finish.
  await act(settle);
  /** Shows the appointment as the server has it after a change. */
  const reload = (next: Appointment) => act(() => held.reload!(next));
  return { ...view, reload };
};

const question = (name: RegExp) => screen.getByRole('group', { name });
const CAME = /come to the interview/;
const POSITIVE = /interview go well/;
const SENT = /make .* an offer/;
const ACCEPTED = /accept the offer/;
const answer = (name: RegExp, label: string) => within(question(name)).getByRole('radio', { name: label });
const enabled = () => [CAME, POSITIVE, SENT, ACCEPTED].map((name) => !question(name).matches(':disabled'));

test.each([
  ['none', null],
  ['rejected', anAppointment({ status: { name: 'REJECTED' } })],
  ['expired', anAppointment({ status: { name: 'EXPIRED' } })],
])('links to the appointment form without an appointment (%s)', async (_name, appointment) => {
  await show(appointment);
  expect(screen.getByText('No appointment yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Schedule an interview' })).toHaveAttribute(
    'href',
    '/jobs/detail/11/101/appointment',
  );
});

test('keeps the list beside the applicant on the way to the invitation', async () => {
  await show(null, fakeApi(), { at: '/?stage=new' });
  expect(screen.getByRole('link', { name: 'Schedule an interview' })).toHaveAttribute(
    'href',
    '/jobs/detail/11/101/appointment?stage=new',
  );
});

test.each([
  ['declined', { isShortListed: true, status: 'rejected' as const }],
  // The next step stands beside the tabs.
  ['not on the shortlist', { isShortListed: false }],
  [
    'of a job that is not active',
    { isShortListed: false, job: { ...anApplicationDetail().job, status: 'closed' as const } },
  ],
])('offers no interview with an applicant who is %s', async (_name, detail) => {
  await show(null, fakeApi(), { detail });
  expect(screen.getByText('No appointment yet')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('has nothing to record until the applicant answers', async () => {
  await show(anAppointment());
  expect(screen.getByText('The applicant hasn’t answered yet')).toBeVisible();
});

test('enables the questions one after another and sends the most advanced answer', async () => {
  const api = fakeApi()
    .on('POST', '/appointment/feedback', ok({ appointment: anAppointment() }))
    .on('PUT', FEEDBACK, ok({ application: anApplication() }));
  const { person, notices } = await show(anAppointment({ status: { name: 'ACTIVE' } }), api);
  expect(enabled()).toEqual([true, false, false, false]);
  expect(screen.getByRole('button', { name: 'Save answers' })).toBeDisabled();
  await person.click(answer(CAME, 'Yes'));
  expect(enabled()).toEqual([true, true, false, false]);
  await person.click(answer(POSITIVE, 'Yes'));
  await person.click(answer(SENT, 'Yes'));
  expect(enabled()).toEqual([true, true, true, true]);
  expect(screen.getByText(/We’ll record: Offer sent/)).toBeVisible();
  await person.click(answer(POSITIVE, 'Not answered'));
  expect(enabled()).toEqual([true, true, false, false]);
  expect(answer(SENT, 'Not answered')).toBeChecked();
  await person.click(answer(POSITIVE, 'Yes'));
  await person.type(screen.getByLabelText('Comment on the appointment'), 'On time');
  await person.click(screen.getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(notices).toEqual([{ id: 'constants.updateFeedback', kind: 'success' }]));
  expect(api.callsOf('POST', '/appointment/feedback')[0]?.body).toMatchObject({
    feedback: 'worker_came',
    text: 'On time',
  });
  expect(api.callsOf('PUT', FEEDBACK)[0]?.body).toMatchObject({ status: 'appointment_positive' });
});

test('says of an applicant who did not come what the lists will say', async () => {
  const { person } = await show(anAppointment({ status: { name: 'ACTIVE' } }));
  await person.click(answer(CAME, 'No'));
  expect(screen.getByText(/We’ll record: No-show/)).toBeVisible();
});

test('locks recorded answers', async () => {
  await show(anAppointment({ status: { name: 'APPOINTMENT_POSITIVE' }, appointmentComment: 'On time' }));
  expect(enabled()).toEqual([false, false, true, false]);
  expect(answer(POSITIVE, 'Yes')).toBeChecked();
  expect(screen.getAllByText('recorded')).toHaveLength(2);
  expect(screen.getByText('On time')).toBeVisible();
});

test.each(['OFFER_ACCEPTED', 'OFFER_REJECTED', 'APPOINTMENT_NEGATIVE'] as const)(
  '%s locks all answers',
  async (name) => {
    await show(anAppointment({ status: { name } }));
    expect(enabled()).toEqual([false, false, false, false]);
    expect(screen.getByText('This is final. You can’t change it anymore.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save answers' })).toBeNull();
  },
);

test('shows a refusal and keeps the answers', async () => {
  const api = fakeApi().on('PUT', FEEDBACK, anApiError(409, 'feedback.locked'));
  const { person } = await show(anAppointment({ status: { name: 'OFFER_SENT' } }), api);
  await person.click(answer(ACCEPTED, 'Yes'));
  await person.click(screen.getByRole('button', { name: 'Save answers' }));
  expect(await screen.findByText('This answer is already recorded and can’t be changed.')).toBeVisible();
  expect(answer(ACCEPTED, 'Yes')).toBeChecked();
});

test('restores unsent answers and shows sent ones until they are recorded', async () => {
  const appointment = anAppointment({ status: { name: 'ACTIVE' } });
  const draft = { isApplicantCameToAppointment: true, isAppointmentPositive: true };
  const api = fakeApi()
    .on('POST', '/appointment/feedback', ok({ appointment }))
    .on('PUT', FEEDBACK, ok({ application: anApplication() }));
  const { person, notices, store } = await show(appointment, api, { draft });
  expect(answer(CAME, 'Yes')).toBeChecked();
  await person.click(answer(POSITIVE, 'Not answered'));
  await person.click(screen.getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(notices).toEqual([{ id: 'constants.updateFeedback', kind: 'success' }]));
  // The applicant has not reloaded yet.
  expect(answer(CAME, 'Yes')).toBeChecked();
  expect(answer(POSITIVE, 'Not answered')).toBeChecked();
  expect(store.getState().jobDrafts.byKey).toEqual({});
  const save = screen.getByRole('button', { name: 'Save answers' });
  expect(save).toBeDisabled();
  expect(screen.queryByText(/We’ll record/)).toBeNull();
  await person.click(answer(POSITIVE, 'Yes'));
  expect(save).toBeEnabled();
});

describe('what the answers end', () => {
  test.each<[string, Partial<Appointment>, RegExp, string, RegExp | null]>([
    ['did not come', { status: { name: 'ACTIVE' } }, CAME, 'No', /stays open: you can invite Ayşe again/],
    ['came', { status: { name: 'ACTIVE' } }, CAME, 'Yes', null],
    ['no offer', { status: { name: 'APPOINTMENT_POSITIVE' } }, SENT, 'No', /This ends Ayşe’s application/],
    ['accepted', { status: { name: 'OFFER_SENT' } }, ACCEPTED, 'Yes', /This completes Ayşe’s application for Barista/],
    ['declined', { status: { name: 'OFFER_SENT' } }, ACCEPTED, 'No', /This ends Ayşe’s application/],
  ])('%s: appears before the user saves', async (_name, given, name, label, ends) => {
    const { person } = await show(anAppointment(given));
    await person.click(answer(name, label));
    if (ends) expect(screen.getByText(ends)).toBeVisible();
    else expect(screen.queryByText(/This ends|This completes/)).toBeNull();
    expect(screen.getByText(/You can undo this for 15 minutes/)).toBeVisible();
  });

  test('says that the applicant is told only of a change of the status', async () => {
    const { person } = await show(anAppointment({ status: { name: 'APPOINTMENT_POSITIVE' } }));
    await person.click(answer(SENT, 'No'));
    expect(screen.queryByText(/will see it/)).toBeNull();
    await person.click(answer(SENT, 'Yes'));
    expect(screen.getByText(/Ayşe will see it in your conversation/)).toBeVisible();
  });
});

test('asks before it records answers about an interview that has not begun', async () => {
  at(Date.parse('2026-11-23T07:59:59.000Z'));
  const api = fakeApi().on('POST', '/appointment/feedback', ok({ appointment: anAppointment() }));
  const { person } = await show(anAppointment({ status: { name: 'ACTIVE' } }), api);
  const save = () => person.click(screen.getByRole('button', { name: 'Save answers' }));
  await person.click(answer(CAME, 'No'));
  await save();
  const dialog = await screen.findByRole('dialog', { name: 'The interview hasn’t begun yet' });
  expect(dialog).toHaveTextContent('The interview with Ayşe starts on 23/11/2026 at 11:00');
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(api.callsOf('POST', '/appointment/feedback')).toHaveLength(0);
  expect(answer(CAME, 'No')).toBeChecked();
  await save();
  await person.click(await screen.findByRole('button', { name: 'Record it now' }));
  await waitFor(() => expect(api.callsOf('POST', '/appointment/feedback')).toHaveLength(1));
});

describe('the last answer', () => {
  const ANSWER: LastAnswer = {
    field: 'isApplicantCameToAppointment',
    recordedAt: new Date(NOW).toISOString(),
    actorName: 'Selin Aksoy',
    delivery: 'sent',
  };
  const missed = (given: Partial<LastAnswer> = {}) =>
    anAppointment({
      status: { name: 'APPOINTMENT_NEGATIVE' },
      isApplicantCameToAppointment: false,
      appointmentComment: 'No call',
      lastAnswer: { ...ANSWER, ...given },
    });
  const open = () => anAppointment({ status: { name: 'ACTIVE' }, lastAnswer: null });
  const removal = (wasTold: boolean) => ok({ application: anApplication(), appointment: open(), wasTold });
  const FINAL = 'This is final. You can’t change it anymore.';

  test.each<[EmployerType, number, string | null, RegExp]>([
    ['branch', 15 * MINUTE, 'Undo', /You can undo this until 13:15/],
    ['company', 15 * MINUTE, 'Undo', /You can undo this until 13:15/],
    ['hr_account', 15 * MINUTE, 'Undo', /You can undo this until 13:15/],
    ['branch', 15 * MINUTE + 10_000, null, /HR or the administrator can still correct it until 30\/11\/2026/],
    ['company', 15 * MINUTE + 10_000, null, /You can’t change it anymore/],
    ['hr_account', 15 * MINUTE + 10_000, 'Correct', /You can correct this until 30\/11\/2026/],
    ['root', 7 * DAY, 'Correct', /You can correct this until 30\/11\/2026/],
    ['root', 7 * DAY + 10_000, null, /You can’t change it anymore/],
    ['branch', 7 * DAY + 10_000, null, /You can’t change it anymore/],
  ])('%s after %i ms: %s', async (userType, ms, action, text) => {
    at(NOW + ms);
    await show(missed(), fakeApi(), { userType });
    expect(screen.getByText(text)).toBeVisible();
    const shown = ['Undo', 'Correct'].filter((name) => screen.queryByRole('button', { name }));
    expect(shown).toEqual(action === null ? [] : [action]);
  });

  test.each([
    ['none', 'product', null],
    ['sent', 'product', 'Ayşe was notified, but hasn’t read it yet.'],
    // Nothing records that somebody opens the link of a text message.
    ['sent', 'sms', 'Ayşe was notified by text message.'],
    ['sent', 'none', 'Ayşe was notified.'],
    ['read', 'product', 'Ayşe has already read it in your conversation.'],
  ] as const)('says what the applicant knows: %s by %s', async (delivery, reach, text) => {
    await show(missed({ delivery }), fakeApi(), { reach });
    expect(screen.getByText('Recorded: didn’t come to the interview.')).toBeVisible();
    expect(screen.queryByText(FINAL)).toBeNull();
    if (text) expect(screen.getByText(text)).toBeVisible();
    else expect(screen.queryByText(/was notified|already read/)).toBeNull();
  });

  test('says when a text message is to tell the applicant, that none could be sent, or that there is no channel', async () => {
    const tellAt = new Date(NOW + 10 * MINUTE).toISOString();
    const { unmount } = await show(missed({ delivery: 'none', tellAt }));
    expect(screen.getByText(/We’ll notify Ayşe at 13:10\./)).toBeVisible();
    unmount();
    const lost = await show(missed({ delivery: 'none', notTold: true }), fakeApi(), { reach: 'sms' });
    expect(screen.getByText('Not notified: the text couldn’t be sent.')).toBeVisible();
    lost.unmount();
    const unreachable = await show(missed({ delivery: 'none', notTold: true }), fakeApi(), { reach: 'none' });
    expect(screen.getByText('Not notified: can’t be reached.')).toBeVisible();
    unreachable.unmount();
    // Nothing was to be told.
    await show(missed({ delivery: 'none' }), fakeApi(), { reach: 'none' });
    expect(screen.queryByText(/Not notified/)).toBeNull();
  });

  test('is undone by one press, which keeps the comment and the focus', async () => {
    const api = fakeApi().on('DELETE', '/appointment/:id/feedback', removal(true));
    const { person, notices, reload } = await show(missed(), api);
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toEqual({ id: 'feedback.removed.told', values: { name: 'Ayşe' }, kind: 'success' });
    const { field, recordedAt } = ANSWER;
    expect(api.callsOf('DELETE', '/appointment/301/feedback')[0]?.body).toEqual({ expected: { field, recordedAt } });
    reload(open());
    expect(enabled()).toEqual([true, false, false, false]);
    expect(answer(CAME, 'Not answered')).toBeChecked();
    expect(screen.getByLabelText('Comment on the appointment')).toHaveValue('No call');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test('is corrected later with a reason', async () => {
    at(NOW + DAY);
    const api = fakeApi().on('DELETE', '/appointment/:id/feedback', removal(false));
    const { person, notices } = await show(missed(), api, { userType: 'hr_account' });
    await person.click(screen.getByRole('button', { name: 'Correct' }));
    const dialog = await screen.findByRole('dialog', { name: 'Correct the last answer?' });
    expect(dialog).toHaveTextContent('We’ll tell Ayşe that the earlier entry was a mistake');
    await person.type(within(dialog).getByRole('textbox'), ' Wrong person ');
    await person.click(within(dialog).getByRole('button', { name: 'Remove answer' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toMatchObject({ id: 'feedback.removed.untold' });
    expect(api.callsOf('DELETE', '/appointment/301/feedback')[0]?.body).toMatchObject({ reason: 'Wrong person' });
  });

  test('is corrected without a notice where none can be sent', async () => {
    at(NOW + DAY);
    const { person } = await show(missed({ isRemovalTold: false }), fakeApi(), { userType: 'hr_account' });
    await person.click(screen.getByRole('button', { name: 'Correct' }));
    const dialog = await screen.findByRole('dialog', { name: 'Correct the last answer?' });
    expect(dialog).toHaveTextContent('We won’t notify Ayşe.');
  });

  test('is not corrected without a word about the typed reason, which a refusal keeps', async () => {
    at(NOW + DAY);
    const api = fakeApi().on('DELETE', '/appointment/:id/feedback', anApiError(500, 'unknown'));
    const { person } = await show(missed(), api, { userType: 'hr_account' });
    const open = async () => {
      await person.click(screen.getByRole('button', { name: 'Correct' }));
      return screen.findByRole('dialog', { name: 'Correct the last answer?' });
    };
    const dialog = await open();
    const reason = within(dialog).getByRole('textbox');
    await person.type(reason, 'Wrong person{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    await person.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(reason).toHaveValue('Wrong person');
    await person.click(within(dialog).getByRole('button', { name: 'Remove answer' }));
    expect(await screen.findByText('Something went wrong on our side. Try again later.')).toBeVisible();
    expect(within(await open()).getByRole('textbox')).toHaveValue('Wrong person');
  });

  test('stays with the reason of a refusal', async () => {
    const api = fakeApi().on('DELETE', '/appointment/:id/feedback', anApiError(409, 'feedback.followed'));
    const { person } = await show(missed(), api);
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/because a later step depends on it/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
});
