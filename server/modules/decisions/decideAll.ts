import type { DeclineReason, DecisionNotice } from '../../../contract/constants/decisions';
import { type OpenStep, FEEDBACK_FIELDS, openStepOf, type FeedbackAnswers } from '../../../contract/rules/feedback';
import type { ApplicationStatus } from '../../../contract/constants/statuses';
import { outOfNight } from '../../../contract/rules/night';
import { notifyDecided } from '../applications';
import type { Change } from '../../platform/change';
import { appendMessage } from '../chat';
import * as repository from './repository';
import type { Recipient, ApplicationFacts } from './repository';
import { auditAll, type UserActor } from '../../platform/audit';
import type { Scope } from '../../platform/auth/guard';
import { languageOf } from '../../platform/messages';
import { workerText } from '../../platform/outgoing/mails';
import { isOpenAt, statusAt } from '../appointments';
import { scheduleReopenedSms } from '../workerLinks';
import { lockApplications } from '../jobs';
import { decisionNoticeTime } from './rules';

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
