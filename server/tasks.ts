import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { advanceUnsettled, findUnanswered, renewDue, watchForms } from './modules/payment';
import { announceTerms, endSubscriptions, remindOfRenewals } from './modules/product';
import { removeOldCodes } from './modules/account';
import { removeOldDrafts } from './modules/publicPage';
import { expireDue } from './modules/appointments';
import { BULK_MESSAGES_QUEUE, BULKS_QUEUE, deliverMessages, removeOldBulks, runBulks } from './modules/bulks';
import { sendDueSms } from './modules/workerLinks';
import { noteNoticeGivenUp, notifyDue, type Postponed } from './modules/decisions';
import { followScoreRule } from './modules/matching';
import { removeOldUploads } from './modules/covers';
import { sendReminders } from './modules/reminders';
import { notifyRosters } from './modules/roster';
import { checkNightly, keepNeeds } from './modules/today';
import { EXPORTS_QUEUE, removeOldExports, runExports } from './modules/exports';
import { keepPrivacy, noteAnswerGivenUp } from './modules/privacy';
import { removeExpiredTokens } from './platform/auth/tokens';
import type { Change } from './platform/change';
import { removeOldEvents } from './modules/gateway';
import type { Deps } from './platform/deps';
import { deliverDue, removeAttachments, removeOldMessages, type GivenUp } from './platform/outgoing/deliver';
import { CHANNEL_QUEUES } from './platform/outgoing/enqueue';
import type { Senders } from './platform/ports/senders';
import { removeOldKeys } from './platform/http/idempotency';
import { type Task, startPeriodic } from './platform/queue';

/**
 * A task whose jobs are queued in the transaction that writes their rows. Rows are leased one by one, so a hung or dead
 * server delays only its own rows; a run every 30 seconds picks up those of a dead one.
 */
const queued = (name: string, run: Task['run'], options: Partial<Task> = {}): Task => ({
  name,
  everySeconds: 30,
  pollSeconds: 1,
  lock: null,
  run,
  ...options,
});

/** Alerts the operator at each run while the problem lasts: docs/OPERATIONS.md, "Looking after money". */
const logUnanswered = async (deps: Deps, log: FastifyBaseLogger): Promise<void> => {
  const renewals = await findUnanswered(deps);
  if (renewals.length > 0) log.error({ count: renewals.length, renewals }, 'renewals without an answer');
};

/** Records what a text message that will never be sent was about, so that nobody counts as told by it. */
const noteGivenUp = async (
  deps: Deps,
  change: Change,
  { applicationId, privacyRequestId, createdAt }: GivenUp,
): Promise<void> => {
  if (applicationId !== null) await noteNoticeGivenUp(change, applicationId, createdAt);
  if (privacyRequestId !== null) await noteAnswerGivenUp(change, deps, privacyRequestId);
};

interface Host {
  pool: Pool;
  log: FastifyBaseLogger;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/** Returns the scheduled work: tasks that end what has expired, send what is due, and delete old data. */
export const listTasks = (deps: Deps & { senders: Senders }, { pool, log, stopping }: Host): Task[] => {
  const postponed: Postponed = new Map();
  /** A task that logs how many rows it handled, if any. */
  const counted = (
    name: string,
    everySeconds: number,
    lock: Task['lock'],
    message: string,
    work: () => Promise<number>,
  ) => ({
    name,
    everySeconds,
    lock,
    run: async () => {
      const count = await work();
      if (count > 0) log.info({ count }, message);
    },
  });
  return [
    counted('appointments', 30, 714_112_021, 'appointments ended by the clock', () => expireDue(deps)),
    counted('tellings', 10, null, 'declined applicants told', () => notifyDue(deps, { log, postponed })),
    counted('reminders', 30, null, 'reminders sent', () => sendReminders(deps, { log })),
    {
      name: 'needs',
      // What a change leaves to this task, such as a closed job with many applications, should not wait for a minute.
      everySeconds: 10,
      lock: 714_112_037,
      run: async () => {
        await keepNeeds(deps, { stopping });
        await checkNightly(deps, { log, stopping });
      },
    },
    counted('scores', 600, 714_112_038, 'jobs whose applicants were scored again', () =>
      followScoreRule(deps, { stopping }),
    ),
    counted('applicant-news', 60, 714_112_035, 'applicants told by text message', () => sendDueSms(deps)),
    counted('roster-news', 60, 714_112_036, 'people on rosters told of new jobs', () => notifyRosters(deps)),
    counted('subscriptions', 60, 714_112_024, 'subscriptions ended by the clock', () => endSubscriptions(deps)),
    {
      name: 'payments',
      everySeconds: 10,
      // A new server takes over the work of a dead one at once.
      pollSeconds: 1,
      lock: 714_112_030,
      run: async () => {
        await advanceUnsettled(deps);
      },
    },
    counted('payment-forms', 60, 714_112_032, 'payment forms checked', () => watchForms(deps)),
    counted('renewals', 60, 714_112_031, 'subscriptions charged', () =>
      renewDue(deps).finally(() => logUnanswered(deps, log)),
    ),
    {
      name: 'subscription-notices',
      everySeconds: 600,
      pollSeconds: 60,
      lock: 714_112_033,
      run: async () => {
        // The terms come first, because a reminder names the terms of its renewal.
        const announced = await announceTerms(deps);
        const reminded = await remindOfRenewals(deps);
        if (announced + reminded > 0) log.info({ announced, reminded }, 'companies informed about renewals');
      },
    },
    // Each channel runs separately, so that a slow mail server does not delay codes.
    queued(CHANNEL_QUEUES.sms, () =>
      deliverDue({ ...deps, log, stopping, onGivenUp: (change, message) => noteGivenUp(deps, change, message) }, 'sms'),
    ),
    queued(CHANNEL_QUEUES.mail, () => deliverDue({ ...deps, log, stopping }, 'mail')),
    queued(CHANNEL_QUEUES.push, () => deliverDue({ ...deps, log, stopping }, 'push')),
    queued(EXPORTS_QUEUE, () => runExports(deps, { log, stopping }), { jobsAtOnce: 1 }),
    // A server soon takes over the work of a dead one.
    queued(BULKS_QUEUE, () => runBulks(deps, { log, stopping }), { everySeconds: 5 }),
    queued(BULK_MESSAGES_QUEUE, () => deliverMessages(deps, { log, stopping })),
    {
      name: 'tokens',
      everySeconds: 600,
      lock: 714_112_022,
      run: async () => {
        const now = deps.clock.now();
        await removeExpiredTokens(deps.db, now);
        await pool.query('delete from rate_limits where expire < $1', [now.getTime()]);
        await removeOldCodes(deps.db, now);
        await removeOldDrafts(deps.db, now);
        await removeOldMessages(deps.db, now);
      },
    },
    counted('privacy', 600, 714_112_034, 'people made anonymous', () => keepPrivacy(deps, { stopping })),
    {
      name: 'uploads',
      everySeconds: 600,
      lock: 714_112_026,
      run: async () => {
        await removeOldUploads(deps);
        await removeOldExports(deps);
        await removeOldBulks(deps);
        await removeAttachments(deps);
        await removeOldKeys(deps);
        await removeOldEvents(deps);
      },
    },
  ];
};

/** Milliseconds for messages that are being sent when the server stops. */
const FINISH_MS = 3_000;

/** Starts the scheduled work. */
export const startBackground = (
  deps: Deps & { senders: Senders },
  pool: Pool,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const running = startPeriodic(
    { pool, log, clock: deps.clock },
    listTasks(deps, { pool, log, stopping: stopping.signal }),
  );
  return {
    stop: async () => {
      const timer = setTimeout(() => stopping.abort(), FINISH_MS);
      await running.stop();
      clearTimeout(timer);
    },
  };
};
