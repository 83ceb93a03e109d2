import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../../platform/audit';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../platform/night';
import { workerText } from '../../platform/outgoing/mails';
import { longWhen } from '../../platform/outgoing/workerSms';
import { appendMessage } from '../chat';
import { sendLinkSms, type SmsDeps } from '../workerLinks';
import { findWorkerLocale } from '../workers';
import * as repository from './repository';
import type { DueReminder, Subject } from './repository';
import { skipReasonOf, textsOf } from './rules';

type ReminderDeps = SmsDeps & Pick<Deps, 'db' | 'clock'>;

const send = async (change: Change, deps: ReminderDeps, reminder: DueReminder, subject: Subject): Promise<void> => {
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
  await audit(
    change.trx,
    change.clock,
    { kind: 'clock', organisationId },
    {
      action: 'application.reminded',
      subjectType: 'application',
      subjectId: applicationId,
      details: { kind, ...(appointmentId !== null && { appointmentId }) },
    },
  );
  const about = { applicationId, reminder: kind, ...(appointmentId !== null && { appointmentId }) };
  const payload = { ...about, ...told.payload };
  const eventData = { ...about, ...told.eventData };
  const message = { sender: 'system', type: 'text', body, payload, eventData, hasOwnSms: true } as const;
  await appendMessage(change, { userId, workerId }, message);
};

type Outcome = { id: number; isSent: boolean } | null;

/** Handles the reminder that is due longest. Returns null when there is none; `taken` gets its id before it can fail. */
const handleNext = (deps: ReminderDeps, except: readonly number[], taken: (id: number) => void): Promise<Outcome> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const reminder = await repository.lockDueReminder(trx, now, except);
    if (!reminder) return null;
    const { id } = reminder;
    taken(id);
    if (!(await repository.lockSubject(trx, reminder))) return { id, isSent: false };
    const subject = await repository.findSubject(trx, reminder, now);
    const skipped = skipReasonOf({ ...reminder, ...subject }, now);
    await repository.settle(trx, id, now, skipped);
    if (skipped === null) await send(change, deps, reminder, subject);
    return { id, isSent: skipped === null };
  });

/**
 * Sends the reminders that are due, but not at night, and returns their number. Each is decided and sent in a
 * transaction of its own; one that fails is tried again in the next run. Several processes may run it at once, because
 * each skips the rows that another has locked. See docs/PRODUCT.md#reminders.
 */
export const sendReminders = async (
  deps: ReminderDeps,
  { log }: { log?: Pick<FastifyBaseLogger, 'error'> } = {},
): Promise<number> => {
  let sent = 0;
  // A reminder is tried once in a run, so that one that fails holds up no other.
  const seen: number[] = [];
  while (!isNight(deps.clock.now(), deps.settings.timeZone)) {
    const before = seen.length;
    try {
      const outcome = await handleNext(deps, seen, (id) => void seen.push(id));
      if (outcome === null) break;
      if (outcome.isSent) sent += 1;
    } catch (error) {
      // Without a reminder the store is unavailable, and the next run tries again.
      if (seen.length === before) throw error;
      log?.error({ err: error, reminder: seen.at(-1) }, 'reminder not sent');
    }
  }
  return sent;
};
