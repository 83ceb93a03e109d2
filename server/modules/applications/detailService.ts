import type {
  ApplicationDetail,
  Comment,
  CommentBody,
  ApplicationPayload,
  FeedbackBody,
} from '../../../contract/schemas/applications';
import { formatDialNumber, findProfiles, holdOffErasure, phoneSpellings } from '../workers';
import * as details from './repository';
import {
  type WorkerDetails,
  listAlsoApplied,
  type ApplicationRecord,
  listComments,
  findApplication,
  insertComment,
  seesWorker,
  listHistory,
} from './repository';
import { presentApplication, type PresenterDeps } from './presenter';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope, type Scope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { notFound, badRequestFirst, conflict, invalid } from '../../platform/errors';
import {
  presentAppointment,
  findRecord,
  recordAnswers,
  removeLastAnswer,
  presentOne,
  lockAppointment,
  lockWithApplication,
} from '../appointments';
import { scoreReasons, findScoringJob, findTold } from '../matching';
import { audit, userActor } from '../../platform/audit';
import type { Static } from 'typebox';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { feedbackChain, NO_ANSWERS, type FeedbackAnswers } from '../../../contract/rules/feedback';
import type { AppointmentPayload, FeedbackRemovalBody } from '../../../contract/schemas/appointments';
import { lockApplication } from '../jobs';
import { inChange, type Change } from '../../platform/change';
import { changedRow } from './rowService';
import { notifyDecided } from './service';

/** The digits of an identity number that stay readable. See docs/API.md#scope. */
const READABLE_DIGITS = 2;

/** Masks `12345678901` as `*********01`. A number of two digits or fewer is masked whole. */
export const maskIdentity = (number: string): string => {
  const readable = number.length > READABLE_DIGITS ? number.slice(-READABLE_DIGITS) : '';
  return readable.padStart(number.length, '*');
};

/** Returns a person's profile for a file, with identity number and phone written as the employer sees them. */
export const presentForFile = ({ identityNumber, phone, countryCode, ...others }: WorkerDetails) => ({
  ...others,
  phone: formatDialNumber(phone, countryCode),
  identityNumber: identityNumber === null ? null : maskIdentity(identityNumber),
});

type Found = Pick<
  ApplicationDetail,
  | 'appointment'
  | 'source'
  | 'scoreReasons'
  | 'comments'
  | 'otherApplications'
  | 'alsoApplied'
  | 'rejectedApplicationCount'
> & { worker: WorkerDetails };

const presentWorker = (worker: WorkerDetails) => ({
  email: worker.email,
  phone: formatDialNumber(worker.phone, worker.countryCode),
  workTimePreference: worker.workTimePreferences[0] ?? null,
  workTimePreferences: worker.workTimePreferences,
  disabledStatus: worker.disabledStatus,
  university: worker.university === null ? null : { name: worker.university },
  universityStatus: worker.universityStatus,
  universityDepartment:
    worker.universityDepartment === null ? null : { departmentName: worker.universityDepartment, translateKey: null },
  identityNumber: worker.identityNumber === null ? null : maskIdentity(worker.identityNumber),
  certificates: worker.certificates,
  drivingLicenses: worker.drivingLicenses,
  about: worker.about,
  expectedSalary: worker.expectedSalary,
  workCategoryPreferences: worker.workCategoryPreferences,
  ratingScore: worker.ratingScore === null ? null : { score: worker.ratingScore },
  language: { languageCode: worker.languageCode },
  country: { country_code: worker.countryCode },
});

const presentDetail = (
  record: ApplicationRecord,
  deps: PresenterDeps,
  { worker, ...found }: Found,
): ApplicationDetail => {
  const row = presentApplication(record, deps);
  const { latitude, longitude } = worker;
  const location =
    row.user.location === null || latitude === null || longitude === null
      ? null
      : { ...row.user.location, latitude, longitude };
  const comment = found.comments[0]?.message ?? null;
  return { ...row, ...found, user: { ...row.user, ...presentWorker(worker), location, comment } };
};

/** Returns a whole application without marking it as seen. Throws 404 when it is outside the caller's scope. */
export const getApplication = async (
  { db, clock, files, settings }: Deps,
  user: AuthUser,
  id: number,
): Promise<ApplicationDetail> => {
  const scope = ownerScope(user);
  const row = await findApplication(db, scope, id);
  if (!row) throw notFound();
  const { workerId, jobId, appointmentId } = row;
  const worker = await details.findWorkerDetails(db, workerId);
  const [profile] = await findProfiles(db, [workerId]);
  const phone = worker?.phone ? phoneSpellings(worker.phone, worker.countryCode) : null;
  const job = await findScoringJob(db, jobId);
  if (!worker || !profile || !job) throw notFound();
  const options = { timeZone: settings.timeZone, workerLinks: settings.workerLinks, withStatusLog: true };
  const appointment = appointmentId === null ? undefined : await findRecord(db, scope, appointmentId, options);
  return presentDetail(
    row,
    { files, settings },
    {
      worker,
      appointment: appointment
        ? presentAppointment(appointment, files, { withFeedback: true, withStatusLog: true })
        : null,
      source: await details.findSource(db, id),
      scoreReasons: scoreReasons(job, profile, { now: clock.now(), told: await findTold(db, id), settings }),
      comments: await listComments(db, scope.organisationId, workerId),
      otherApplications: await details.listOtherApplications(db, scope, workerId, id),
      alsoApplied: phone ? await listAlsoApplied(db, scope, { workerId, phone }) : [],
      rejectedApplicationCount: await details.countRejected(db, jobId),
    },
  );
};

/**
 * Adds a comment on a worker, which the whole organisation reads. Throws 404 unless the caller's scope holds an
 * application of the worker.
 */
export const addComment = (
  { db, clock }: Deps,
  user: AuthUser,
  requestId: string,
  body: CommentBody,
): Promise<Comment> =>
  db.transaction().execute(async (trx) => {
    const { workerId } = body;
    await holdOffErasure(trx, workerId);
    if (!(await seesWorker(trx, user, workerId))) throw notFound();
    const now = clock.now();
    const message = body.message.trim();
    const id = await insertComment(trx, user, { workerId, message, now });
    await audit({ trx, clock }, userActor({ user, requestId }), 'worker.commented', ['worker', workerId], {
      commentId: id,
    });
    return { id, message, author: user.name, createdAt: now.toISOString() };
  });

/**
 * Returns what the caller's organisation did with an application, newest first. Throws 404 for an application outside
 * the caller's scope.
 */
export const getHistory = async ({ db }: Deps, user: AuthUser, applicationId: number, before?: number) => {
  const scope = ownerScope(user);
  const row = await findApplication(db, scope, applicationId);
  if (!row) throw notFound();
  const { organisationId } = scope;
  return listHistory(db, { organisationId, applicationId, workerId: row.workerId, before });
};

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
  change: Change,
  scope: Scope,
  { id, appointmentId }: { id: number; appointmentId: number },
): Promise<FeedbackResult> => ({
  application: await changedRow(change, deps, scope, id),
  appointment: await presentOne(deps, change.trx, scope, appointmentId),
});

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
    const actor = userActor({ user, requestId });
    const { timeZone } = deps.settings;
    await recordAnswers(change, { application, appointment, answers, actor, timeZone });
    // A hire changes no need, but it may fill the job.
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
    const actor = userActor({ user, requestId });
    const { settings } = deps;
    const wasTold = await removeLastAnswer(change, { ...locked, body, actor, userType: user.userType, settings });
    if (locked.application.status === 'accepted') notifyDecided(change, [locked.application]);
    return { ...(await present(deps, change, scope, { id: locked.application.id, appointmentId })), wasTold };
  });
