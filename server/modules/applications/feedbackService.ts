import type { Static } from 'typebox';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { feedbackChain, type FeedbackAnswers } from '../../../contract/constants/feedback';
import type { AppointmentPayload } from '../../../contract/schemas/appointments';
import type { ApplicationPayload, FeedbackBody } from '../../../contract/schemas/applications';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { conflict, invalid, notFound } from '../../platform/errors';
import { recordAnswers, presentOne, lockAppointment, lockApplicationForAppointment } from '../appointments';
import { inChange } from '../../platform/change';
import { presentApplication } from './presenter';
import { findApplication } from './repository';

type FeedbackResult = Static<typeof ApplicationPayload> & Static<typeof AppointmentPayload>;

/** Throws 400 on `status` when the body's status differs from the outcome of its answers. */
const checkStatus = ({ status = null }: FeedbackBody, answers: FeedbackAnswers) => {
  const derived = feedbackChain({ status: null, answers }, answers).status;
  if (status !== null && status !== derived?.toLowerCase()) throw invalid({ status: ERROR_KEYS.fieldInvalid });
};

/**
 * Records the answers along the feedback chain. Throws 404 for an application outside the caller's scope or of another
 * job, 409 without an appointment, for one that takes no feedback and for an answer that is already recorded, and 400
 * for a skipped step.
 */
export const saveFeedback = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  { jobId, id }: { jobId: number; id: number },
  body: FeedbackBody,
): Promise<FeedbackResult> => {
  const { status: _status, ...answers } = body;
  checkStatus(body, answers);
  return inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const application = await lockApplicationForAppointment(change.trx, scope, id);
    if (!application || application.jobId !== jobId) throw notFound();
    const { appointmentId } = application;
    const appointment = appointmentId === null ? undefined : await lockAppointment(change.trx, appointmentId);
    if (!appointment) throw conflict(ERROR_KEYS.feedbackNoAppointment);
    const actor = { kind: 'user', user, requestId } as const;
    const { timeZone } = deps.settings;
    await recordAnswers(change, { application, appointment, answers, actor, timeZone });
    const row = await findApplication(change.trx, scope, id);
    if (!row) throw notFound();
    return {
      application: presentApplication(row, deps.files),
      appointment: await presentOne(deps, change.trx, scope, appointment.id),
    };
  });
};
