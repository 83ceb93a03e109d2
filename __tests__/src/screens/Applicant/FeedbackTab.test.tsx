import { act, screen, waitFor, within } from '@testing-library/react';
import { FeedbackTab } from '../../../../src/screens/Applicant/feedback/FeedbackTab';
import type { FeedbackAnswers } from '../../../../contract/constants/feedback';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { formDraftKey } from '../../../../src/domains/appointments';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApiError, anAppointment, anApplication, aUser } from '../../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';

const FEEDBACK = '/job/detail/:jobId/application/:id/feedback';

/** `draft` holds answers that were given earlier and not sent. */
const show = async (appointment: Appointment | null, api: FakeApi = fakeApi(), draft?: Partial<FeedbackAnswers>) => {
  const user = aUser();
  const kept = draft && { [formDraftKey(user.id, 'feedback', 101)]: { values: draft, savedAt: 0 } };
  const state = kept && { jobDrafts: { byKey: kept, attempts: {} } };
  const application = anApplicationDetail({ appointment });
  const view = await renderScreen(<FeedbackTab application={application} />, { api, user, state });
  // Lets the initial requests finish.
  await act(settle);
  return view;
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
  expect(screen.getByText('There is no appointment with this applicant.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Schedule an interview' })).toHaveAttribute(
    'href',
    '/jobs/detail/11/101/appointment',
  );
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
    expect(screen.getByText('This is final. You can’t change it any more.')).toBeVisible();
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
  const { person, notices, store } = await show(appointment, api, draft);
  expect(answer(CAME, 'Yes')).toBeChecked();
  await person.click(answer(POSITIVE, 'Not answered'));
  await person.click(screen.getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(notices).toEqual([{ id: 'constants.updateFeedback', kind: 'success' }]));
  // The applicant has not reloaded yet.
  expect(answer(CAME, 'Yes')).toBeChecked();
  expect(answer(POSITIVE, 'Not answered')).toBeChecked();
  expect(store.getState().jobDrafts.byKey).toEqual({});
});
