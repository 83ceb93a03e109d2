import type { BulkAction } from '../../../contract/constants/bulks';
import {
  DECLINE_NOTE_MIN,
  UNTOLD_REASONS,
  type DeclineReason,
  type DecisionNotice,
} from '../../../contract/constants/decisions';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { type OpenStep, FEEDBACK_FIELDS, openStepOf, type FeedbackAnswers } from '../../../contract/rules/feedback';
import type { ApplicationStatus, JobStatus } from '../../../contract/constants/statuses';
import { invalid } from '../../platform/errors';
import { outOfNight } from '../../platform/night';
import { notifyDecided, refusalOfShortlist } from '../applications';
import type { Change } from '../../platform/change';
import { appendMessage } from '../chat';
import * as repository from './repository';
import type { Recipient, ApplicationFacts } from './repository';
import { auditAll, type Actor } from '../../platform/audit';
import type { Scope } from '../../platform/auth/guard';
import { languageOf } from '../../platform/messages';
import { workerText } from '../../platform/outgoing/mails';
import { isOpenAt, statusAt } from '../appointments';
import { scheduleReopenedSms } from '../workerLinks';
import { lockApplications } from '../jobs';

const MINUTE_MS = 60_000;

interface NoticeMoment {
  now: Date;
  /** The organisation's delay. */
  minutes: number;
  timeZone: string;
}

/** Returns when a declined applicant is told, or null for never. */
export const decisionNoticeTime = (tell: DecisionNotice, { now, minutes, timeZone }: NoticeMoment): Date | null => {
  if (tell === 'never') return null;
  return outOfNight(tell === 'now' ? now : new Date(now.getTime() + minutes * MINUTE_MS), timeZone);
};

/**
 * Returns when an applicant who was not told yet is told after a repeated decline. The organisation's delay counts from
 * the decision, or from now when the applicant was never to be told.
 */
export const repeatedNoticeTime = (
  tell: DecisionNotice,
  { decidedAt, tellAt }: { decidedAt: Date; tellAt: Date | null },
  moment: NoticeMoment,
): Date | null => {
  const { now, timeZone } = moment;
  const from = tell === 'default' && tellAt !== null ? decidedAt : now;
  const at = decisionNoticeTime(tell, { ...moment, now: from });
  return at && at < now ? outOfNight(now, timeZone) : at;
};

/** The facts that decide whether an action may change an application. */
export interface DecisionFacts {
  status: ApplicationStatus;
  isShortlisted: boolean;
  isOfferAccepted: boolean;
  jobStatus: JobStatus;
  decision: object | null;
  openAppointment: object | null;
  /** True while the employer's side blocks the worker. */
  isBlocked: boolean;
  isErased: boolean;
}

const refusalOfDecline = (facts: DecisionFacts): ErrorKey | null => {
  if (facts.decision) return ERROR_KEYS.applicationAlready;
  if (facts.status === 'rejected') return ERROR_KEYS.applicationWithdrawn;
  if (facts.status === 'accepted' || facts.isOfferAccepted) return ERROR_KEYS.applicationEnded;
  return facts.openAppointment ? ERROR_KEYS.applicationHasAppointment : null;
};

const refusalOfReopen = ({ status, decision, isErased }: DecisionFacts): ErrorKey | null => {
  if (decision) return isErased ? ERROR_KEYS.applicationErased : null;
  return status === 'rejected' ? ERROR_KEYS.applicationWithdrawn : ERROR_KEYS.applicationAlready;
};

const refusalOfMark = (facts: DecisionFacts, isWanted: boolean): ErrorKey | null =>
  refusalOfShortlist({ ...facts, isDeclined: facts.decision !== null }, isWanted);

const REFUSALS: Record<BulkAction, (facts: DecisionFacts) => ErrorKey | null> = {
  decline: refusalOfDecline,
  reopen: refusalOfReopen,
  shortlist: (facts) => refusalOfMark(facts, true),
  unshortlist: (facts) => refusalOfMark(facts, false),
  message: ({ isBlocked, isErased }) => {
    if (isErased) return ERROR_KEYS.applicationErased;
    return isBlocked ? ERROR_KEYS.threadBlocked : null;
  },
};

/**
 * Returns why an action must not change an application, or null when it may. `application.already` means that the
 * action would change nothing.
 */
export const refusalOf = (action: BulkAction, facts: DecisionFacts): ErrorKey | null => REFUSALS[action](facts);

/** Returns why the closing of a job does not decline an application that `refusalOf` accepts, or null. */
export const refusalOfClosing = (step: OpenStep | null): ErrorKey | null => {
  if (step === 'offer') return ERROR_KEYS.applicationHasOffer;
  return step === 'interview' ? ERROR_KEYS.applicationHasAppointment : null;
};

interface DeclineFields {
  reason?: DeclineReason | null;
  note?: string | null;
  tell?: DecisionNotice;
}

/** Returns whether an applicant who is declined for this reason may stay untold. */
export const mayStayUntold = (reason: DeclineReason | null | undefined): boolean =>
  UNTOLD_REASONS.some((one) => one === reason);

/**
 * Throws 400 on `note` for the reason `other` without a note and for a trimmed note of fewer than three characters, and
 * 400 on `tell` for `never` with another reason than `duplicate` and `spam`.
 */
export const checkDecline = ({ reason, note, tell }: DeclineFields): void => {
  const text = note?.trim();
  if (reason === 'other' && !text) throw invalid({ note: ERROR_KEYS.fieldRequired });
  if (text !== undefined && text.length < DECLINE_NOTE_MIN) throw invalid({ note: ERROR_KEYS.fieldInvalid });
  if (tell === 'never' && !mayStayUntold(reason)) throw invalid({ tell: ERROR_KEYS.fieldInvalid });
};

interface StatusNotice {
  recipient: Recipient;
  status: ApplicationStatus;
  text: string | null;
}

/**
 * Notifies a worker of the status of an application. The text goes into an existing conversation, otherwise only into
 * the event: new conversations would fill the inbox with declined applicants.
 */
export const notifyStatus = async (change: Change, { recipient, status, text }: StatusNotice): Promise<void> => {
  const { id, jobId, userId, workerId, hasConversation, isBlocked, isErased } = recipient;
  const inConversation = text !== null && hasConversation && !isBlocked && !isErased;
  const withEvent = text !== null && !inConversation;
  change.emit({
    type: 'application_status',
    workerId,
    data: { applicationId: id, jobId, status, ...(withEvent && { text }) },
  });
  if (!inConversation) return;
  const payload = { applicationId: id };
  await appendMessage(
    change,
    { userId, workerId },
    { sender: 'system', type: 'text', body: text, payload, hasOwnSms: true },
  );
};

/** An application with everything that the rules of decisions need. */
export interface DecidedApplication extends Omit<ApplicationFacts, 'appointment' | 'answers'> {
  /** The waiting or accepted appointment without a recorded answer. */
  openAppointment: { id: number; startAt: Date } | null;
  openStep: OpenStep | null;
}

const isAnswered = (answers: FeedbackAnswers): boolean => FEEDBACK_FIELDS.some((field) => answers[field] !== null);

const withOpenSteps =
  (now: Date) =>
  ({ appointment, answers, ...facts }: ApplicationFacts): DecidedApplication => ({
    ...facts,
    openAppointment:
      appointment && !isAnswered(answers) && isOpenAt(appointment, now)
        ? { id: appointment.id, startAt: appointment.startAt }
        : null,
    openStep: openStepOf({ status: appointment && statusAt(appointment, now), answers }),
  });

/** Returns the applications in the scope by job and id, without a lock. Ids outside the scope are left out. */
export const readForDecision = async (
  { db, now }: { db: Parameters<typeof repository.listFacts>[0]; now: Date },
  scope: Scope,
  ids: readonly number[],
): Promise<DecidedApplication[]> => (await repository.listFacts(db, scope, ids)).map(withOpenSteps(now));

/**
 * Locks the jobs by id and then the applications in the scope by job and id, and returns these in that order. Ids
 * outside the scope are left out.
 */
export const lockForDecision = async (
  { trx, now }: Pick<Change, 'trx' | 'now'>,
  scope: Scope,
  ids: readonly number[],
): Promise<DecidedApplication[]> => {
  await lockApplications(trx, scope, ids);
  // A separate statement: one that itself waits for the locks would see outdated decisions.
  return readForDecision({ db: trx, now }, scope, ids);
};

export type UserActor = Extract<Actor, { kind: 'user' }>;

export interface DeclineOptions {
  reason: DeclineReason | null;
  note: string | null;
  tell: DecisionNotice;
  /** When the applicants are told, moved out of the past and the night; replaces `tell`. */
  tellAt?: Date | undefined;
  /** The zone of the marketplace's night. */
  timeZone: string;
  /** The bulk action that declines. */
  bulkId?: string;
  /** Returns the text for an applicant, in the applicant's language. */
  noticeText?: (application: DecidedApplication) => string | null;
}

const SUBJECT = 'application';

/**
 * Declines locked applications of one organisation that `refusalOf` does not refuse. The applicants are told later by
 * the task `tellings`.
 */
export const declineAll = async (
  change: Change,
  actor: UserActor,
  locked: readonly DecidedApplication[],
  { reason, note, tell, tellAt: wantedAt, timeZone, bulkId, noticeText }: DeclineOptions,
): Promise<void> => {
  if (locked.length === 0) return;
  const { trx, clock, now } = change;
  const minutes = await repository.findNoticeMinutes(trx, actor.user.organisationId);
  const tellAt = wantedAt
    ? outOfNight(wantedAt > now ? wantedAt : now, timeZone)
    : decisionNoticeTime(tell, { now, minutes, timeZone });
  await repository.insertDecisions(trx, {
    noticeTexts: new Map(locked.map((one) => [one.id, noticeText?.(one) ?? null])),
    reason,
    note: note?.trim() ?? null,
    by: actor.user,
    at: now,
    tellAt,
    bulkId: bulkId ?? null,
  });
  const details = { reason, tellAt: tellAt?.toISOString() ?? null, ...(bulkId !== undefined && { bulkId }) };
  await auditAll(
    trx,
    clock,
    locked.map(({ id }) => ({ actor, action: 'application.declined', subjectType: SUBJECT, subjectId: id, details })),
  );
  notifyDecided(change, locked);
};

/**
 * Reopens locked applications that are declined. Applicants who were told of the decline are told that their
 * application is open again; the others never knew. Returns the ids of the applications whose applicants were told.
 */
export const reopenAll = async (
  change: Change,
  actor: UserActor,
  locked: readonly DecidedApplication[],
  bulkId?: string,
): Promise<Set<number>> => {
  if (locked.length === 0) return new Set();
  const { trx, clock } = change;
  const ids = locked.map(({ id }) => id);
  const removed = await repository.removeDecisions(trx, ids);
  const told = new Set(removed.filter(({ wasTold }) => wasTold).map(({ id }) => id));
  await auditAll(
    trx,
    clock,
    removed.map(({ id, wasTold }) => ({
      actor,
      action: 'application.reopened',
      subjectType: SUBJECT,
      subjectId: id,
      details: { wasTold, ...(bulkId !== undefined && { bulkId }) },
    })),
  );
  for (const recipient of locked.filter(({ id }) => told.has(id))) {
    const text = workerText('reopened', languageOf(recipient.language));
    await notifyStatus(change, { recipient, status: 'in_progress', text });
  }
  if (told.size > 0) await scheduleReopenedSms(change, [...told]);
  notifyDecided(change, locked);
  return told;
};
