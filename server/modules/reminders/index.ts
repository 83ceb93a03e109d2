import type { Attendance, ReminderKind } from '../../../contract/constants/attendance';
import type { ApplicationStatus } from '../../../contract/constants/statuses';
import { type WorkerSmsName, type WorkerTextName, workerText } from '../../platform/outgoing/mails';
import { statusAt, type DueFields } from '../appointments';
import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../../platform/audit';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../../contract/rules/night';
import { longWhen } from '../../platform/outgoing/workerSms';
import { appendMessage } from '../chat';
import { sendLinkSms, type SmsDeps } from '../workerLinks';
import { findWorkerLocale } from '../workers';
import * as repository from './repository';
import type { DueReminder, Subject } from './repository';

/** Why a reminder is not sent. */
export type SkipReason =
  | 'started'
  | 'off'
  | 'declined'
  | 'blocked'
  | 'moved'
  | 'recorded'
  | 'cancelled'
  | 'expired'
  | 'answered'
  | 'unanswered'
  | 'superseded'
  | 'undelivered';

interface FirstDayFacts {
  startsAt: Date;
  started: boolean | null;
}

/** The facts that decide about a due reminder, read when it is due. */
export interface ReminderFacts {
  kind: ReminderKind;
  /** The start that it was planned for. */
  startAt: Date;
  /** The organisation sends reminders. */
  isOn: boolean;
  applicationStatus: ApplicationStatus;
  isBlocked: boolean;
  /** A later reminder before the same start is due as well. */
  isLaterDue: boolean;
  /** Null for the reminders of a first day. */
  appointment: (DueFields & { attendance: Attendance | null }) | null;
  firstDay: FirstDayFacts | null;
}

const skipOfAppointment = ({ kind, appointment, isLaterDue }: ReminderFacts, now: Date): SkipReason | null => {
  const status = appointment ? statusAt(appointment, now) : 'CANCELLED';
  if (status === 'EXPIRED') return 'expired';
  if (kind === 'invitation') {
    // A worker who asked for another time has answered.
    if (status === 'WAITING') return appointment?.attendance ? 'answered' : null;
    return status === 'ACTIVE' ? 'answered' : 'cancelled';
  }
  if (status === 'WAITING') return 'unanswered';
  if (status !== 'ACTIVE') return 'cancelled';
  return isLaterDue ? 'superseded' : null;
};

const skipOfFirstDay = ({ firstDay, startAt, isLaterDue }: ReminderFacts): SkipReason | null => {
  if (!firstDay || firstDay.startsAt.getTime() !== startAt.getTime()) return 'moved';
  if (firstDay.started !== null) return 'recorded';
  return isLaterDue ? 'superseded' : null;
};

/** Returns why a due reminder is not sent, or null when it is. See docs/PRODUCT.md#reminders. */
export const skipReasonOf = (facts: ReminderFacts, now: Date): SkipReason | null => {
  const { kind, startAt, isOn, applicationStatus, isBlocked } = facts;
  if (now >= startAt) return 'started';
  if (!isOn) return 'off';
  if (applicationStatus === 'rejected') return 'declined';
  if (isBlocked) return 'blocked';
  return kind === 'first_day_evening' || kind === 'first_day_soon'
    ? skipOfFirstDay(facts)
    : skipOfAppointment(facts, now);
};

interface ReminderTexts {
  text: WorkerTextName;
  sms: WorkerSmsName;
}

const COMING = { text: 'reminder', sms: 'coming' } as const;
/** The texts without the question whether the worker is coming, which they have answered. */
const ANSWERED = { text: 'reminderOfInterview', sms: 'interview' } as const;
const FIRST_DAY = { text: 'reminderOfFirstDay', sms: 'firstDay' } as const;

const TEXTS: Record<ReminderKind, ReminderTexts> = {
  invitation: { text: 'reminderOfInvitation', sms: 'invitation' },
  day_before: COMING,
  soon: COMING,
  first_day_evening: FIRST_DAY,
  first_day_soon: FIRST_DAY,
};

/**
 * Returns a reminder's texts for conversation and text message. A worker who said that they are coming is not asked
 * again.
 */
export const textsOf = ({ kind, appointment }: Pick<ReminderFacts, 'kind' | 'appointment'>): ReminderTexts => {
  const attendance = appointment?.attendance;
  return TEXTS[kind] === COMING && (attendance === 'coming' || attendance === 'late') ? ANSWERED : TEXTS[kind];
};

type ReminderDeps = SmsDeps & Pick<Deps, 'db' | 'clock'>;

/** Writes a reminder into the conversation. Returns false when it reaches the worker neither there nor by text. */
const send = async (change: Change, deps: ReminderDeps, reminder: DueReminder, subject: Subject): Promise<boolean> => {
  const { applicationId, appointmentId, kind, startAt } = reminder;
  const { organisationId, userId, workerId, companyName } = subject;
  const { text, sms } = textsOf({ kind, appointment: subject.appointment });
  const reader = await findWorkerLocale(change.trx, workerId);
  const when = longWhen(startAt, { ...reader, timeZone: deps.settings.timeZone });
  const body = workerText(text, reader.language, { when, company: companyName });
  const told = await sendLinkSms(change, deps, {
    applicationId,
    workerId,
    organisationId,
    userId,
    startAt,
    name: sms,
    ...(appointmentId !== null && { appointmentId }),
  });
  const isTold = !told.payload.notTold;
  if (isTold)
    await audit(change, { kind: 'clock', organisationId }, 'application.reminded', ['application', applicationId], {
      kind,
      ...(appointmentId !== null && { appointmentId }),
    });
  const about = { applicationId, reminder: kind, ...(appointmentId !== null && { appointmentId }) };
  const payload = { ...about, ...told.payload };
  const eventData = { ...about, ...told.eventData };
  const message = { sender: 'system', type: 'text', body, payload, eventData, hasOwnSms: true } as const;
  await appendMessage(change, { userId, workerId }, message);
  return isTold;
};

type Outcome = { id: number; isSent: boolean } | null;

/** Handles the reminder that has been due longest, or returns null. `taken` gets its id before anything can fail. */
const handleNext = (deps: ReminderDeps, except: readonly number[], taken: (id: number) => void): Promise<Outcome> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const reminder = await repository.lockDueReminder(trx, now, except);
    if (!reminder) return null;
    const { id } = reminder;
    taken(id);
    if (!(await repository.lockSubject(trx, reminder))) return { id, isSent: false };
    const subject = await repository.findSubject(trx, reminder, now);
    let skipped = skipReasonOf({ ...reminder, ...subject }, now);
    if (skipped === null && !(await send(change, deps, reminder, subject))) skipped = 'undelivered';
    await repository.settle(trx, id, now, skipped);
    return { id, isSent: skipped === null };
  });

/**
 * Sends the reminders that are due, but not at night, and returns their number. Each is decided and sent in a separate
 * transaction; a failed one is retried in the next run. Several processes may run it at once, because each skips the
 * rows that another has locked. See docs/PRODUCT.md#reminders.
 */
export const sendReminders = async (
  deps: ReminderDeps,
  { log }: { log?: Pick<FastifyBaseLogger, 'error'> } = {},
): Promise<number> => {
  let sent = 0;
  // A run tries each reminder once, so that a failing one does not block the others.
  const seen: number[] = [];
  while (!isNight(deps.clock.now(), deps.settings.timeZone)) {
    const before = seen.length;
    try {
      const outcome = await handleNext(deps, seen, (id) => void seen.push(id));
      if (outcome === null) break;
      if (outcome.isSent) sent += 1;
    } catch (error) {
      // If not even a reminder could be read, the store is unavailable, and the next run retries.
      if (seen.length === before) throw error;
      log?.error({ err: error, reminder: seen.at(-1) }, 'reminder not sent');
    }
  }
  return sent;
};
