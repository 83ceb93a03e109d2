import type { Static } from 'typebox';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { feedbackChain, NO_ANSWERS, type FeedbackAnswers } from '../../../contract/constants/feedback';
import type { AppointmentPayload, FeedbackRemovalBody } from '../../../contract/schemas/appointments';
import type { ApplicationPayload, FeedbackBody } from '../../../contract/schemas/applications';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope, type Scope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { badRequestFirst, conflict, invalid, notFound } from '../../platform/errors';
import { recordAnswers, removeLastAnswer, presentOne, lockAppointment, lockWithApplication } from '../appointments';
import { lockApplication } from '../jobs';
import { inChange, type Change } from '../../platform/change';
import { notifyDecided } from './notifyOwners';
import { presentApplication } from './presenter';
import { findApplication } from './repository';

type FeedbackResult = Static<typeof ApplicationPayload> & Static<typeof AppointmentPayload>;

/** Throws 400 on `status` when the body's status differs from the outcome of its answers. */
const checkStatus = ({ status = null }: FeedbackBody, answers: FeedbackAnswers) => {
  const derived = feedbackChain({ status: null, answers }, answers).status;
  if (status !== null && status !== derived?.toLowerCase()) throw invalid({ status: ERROR_KEYS.fieldInvalid });
};

/** Throws 400 on the field of a step that the answers skip when none is recorded. */
const checkSteps = (answers: FeedbackAnswers) => {
  const { refusal } = feedbackChain({ status: 'COMPLETED', answers: NO_ANSWERS }, answers);
  if (refusal?.field) throw invalid({ [refusal.field]: refusal.key }, refusal.key);
};

const present = async (
  deps: Deps,
  { trx, refresh }: Change,
  scope: Scope,
  { id, appointmentId }: { id: number; appointmentId: number },
): Promise<FeedbackResult> => {
  await refresh();
  const row = await findApplication(trx, scope, id);
  if (!row) throw notFound();
  return {
    application: presentApplication(row, deps),
    appointment: await presentOne(deps, trx, scope, appointmentId),
  };
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
  const record = async (change: Change): Promise<FeedbackResult> => {
    const scope = ownerScope(user);
    const application = await lockApplication(change.trx, scope, id);
    if (!application || application.jobId !== jobId) throw notFound();
    const { appointmentId } = application;
    const appointment = appointmentId === null ? undefined : await lockAppointment(change.trx, appointmentId);
    if (!appointment) throw conflict(ERROR_KEYS.feedbackNoAppointment);
    const actor = { kind: 'user', user, requestId } as const;
    const { timeZone } = deps.settings;
    await recordAnswers(change, { application, appointment, answers, actor, timeZone });
    // A hire changes no need, but it may be the last that the job wanted.
    if (answers.isApplicantAcceptTheOffer && application.status !== 'accepted') notifyDecided(change, [application]);
    return present(deps, change, scope, { id, appointmentId: appointment.id });
  };
  return badRequestFirst(
    () => checkSteps(answers),
    () => inChange(deps, record),
  );
};

/**
 * Removes the last answer about an appointment. Throws 404 outside the caller's scope, 409 `feedback.too_old` after the
 * caller's time and 409 `feedback.followed` when something later depends on the answer.
 */
export const removeFeedback = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  appointmentId: number,
  body: FeedbackRemovalBody,
): Promise<FeedbackResult & { wasTold: boolean }> =>
  inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const locked = await lockWithApplication(change.trx, scope, appointmentId);
    const actor = { kind: 'user', user, requestId } as const;
    const { settings } = deps;
    const wasTold = await removeLastAnswer(change, { ...locked, body, actor, userType: user.userType, settings });
    if (locked.application.status === 'accepted') notifyDecided(change, [locked.application]);
    return { ...(await present(deps, change, scope, { id: locked.application.id, appointmentId })), wasTold };
  });
