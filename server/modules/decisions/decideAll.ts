import type { DeclineReason, Telling } from '../../../contract/constants/decisions';
import { FEEDBACK_FIELDS, openStepOf, type FeedbackAnswers, type OpenStep } from '../../../contract/constants/feedback';
import { auditAll, type Actor } from '../../platform/audit';
import type { Scope } from '../../platform/auth/guard';
import type { Change } from '../../platform/change';
import { languageOf } from '../../platform/messages';
import { outOfNight } from '../../platform/night';
import { workerText } from '../../platform/outgoing/mails';
import { isOpenAt, statusAt } from '../appointments';
import { scheduleReopenedSms } from '../links';
import { lockApplications } from '../jobs';
import { notifyDecided, notifyStatus } from './notify';
import * as repository from './repository';
import type { ApplicationFacts } from './repository';
import { tellingTime } from './rules';

/** An application with all that the rules of decisions need. */
export interface DecidedApplication extends Omit<ApplicationFacts, 'appointment' | 'answers'> {
  /** The appointment that is still ahead or unanswered. */
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
  // A statement of its own: one that waits for a lock would still see the decisions of before.
  return readForDecision({ db: trx, now }, scope, ids);
};

export type UserActor = Extract<Actor, { kind: 'user' }>;

export interface DeclineOptions {
  reason: DeclineReason | null;
  note: string | null;
  tell: Telling;
  /** When the applicants are told, moved out of the past and the night; replaces `tell`. */
  tellAt?: Date | undefined;
  /** The zone of the marketplace's night. */
  timeZone: string;
  /** The bulk action that declines. */
  bulkId?: string;
  /** Returns what an applicant is told in words, in the language of the applicant. */
  telling?: (application: DecidedApplication) => string | null;
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
  { reason, note, tell, tellAt: wantedAt, timeZone, bulkId, telling }: DeclineOptions,
): Promise<void> => {
  if (locked.length === 0) return;
  const { trx, clock, now } = change;
  const minutes = await repository.findTellingMinutes(trx, actor.user.organisationId);
  const tellAt = wantedAt
    ? outOfNight(wantedAt > now ? wantedAt : now, timeZone)
    : tellingTime(tell, { now, minutes, timeZone });
  await repository.insertDecisions(trx, {
    tellings: new Map(locked.map((one) => [one.id, telling?.(one) ?? null])),
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
 * Reopens locked applications that are declined. Applicants who were told hear that their application is open again;
 * the others never knew. Returns the ids of the applications whose applicants were told.
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
