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
import { removeOldUploads } from './modules/jobs';
import { sendReminders } from './modules/reminders';
import { notifyRosters } from './modules/roster';
import { checkNightly, keepNeeds } from './modules/today';
import { EXPORTS_QUEUE, removeOldExports, runExports } from './modules/exports';
import { keepPrivacy, noteAnswerGivenUp } from './modules/privacy';
import { removeExpiredTokens } from './platform/auth/tokens';
import { removeOldEvents } from './modules/gateway';
import type { Deps } from './platform/deps';
import { deliverDue, removeAttachments, removeOldMessages, type GivenUp } from './platform/outgoing/deliver';
import { CHANNEL_QUEUES } from './platform/outgoing/enqueue';
import type { Senders } from './platform/ports/senders';
import { removeOldKeys } from './platform/http/idempotency';
import { type Task, startPeriodic } from './platform/queue';

/**
 * For tasks whose jobs are queued in the transaction that writes their rows. Rows are leased one by one, so a hung or
 * dead server delays only its own rows; a run every 30 seconds picks up those of a dead one.
 */
const QUEUED_BY_CHANGE = { everySeconds: 30, pollSeconds: 1, lock: null };

/** Alerts the operator at each run while the problem lasts: docs/OPERATIONS.md, "Looking after money". */
const logUnanswered = async (deps: Deps, log: FastifyBaseLogger): Promise<void> => {
  const renewals = await findUnanswered(deps);
  if (renewals.length > 0) log.error({ count: renewals.length, renewals }, 'renewals without an answer');
};

/** Records what a text message that will never be sent was about, so that nobody counts as told by it. */
const noteGivenUp = async (deps: Deps, { applicationId, privacyRequestId, createdAt }: GivenUp): Promise<void> => {
  if (applicationId !== null) await noteNoticeGivenUp(deps, applicationId, createdAt);
  if (privacyRequestId !== null) await noteAnswerGivenUp(deps, privacyRequestId);
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
  const logging = (work: () => Promise<number>, message: string) => async () => {
    const count = await work();
    if (count > 0) log.info({ count }, message);
  };
  return [
    {
      name: 'appointments',
      everySeconds: 30,
      lock: 714_112_021,
      run: logging(() => expireDue(deps), 'appointments ended by the clock'),
    },
    {
      name: 'tellings',
      everySeconds: 10,
      // Several servers may run it at once, because each takes different rows.
      lock: null,
      run: logging(() => notifyDue(deps, { log, postponed }), 'declined applicants told'),
    },
    {
      name: 'reminders',
      everySeconds: 30,
      lock: null,
      run: logging(() => sendReminders(deps, { log }), 'reminders sent'),
    },
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
    {
      name: 'scores',
      everySeconds: 600,
      lock: 714_112_038,
      run: logging(() => followScoreRule(deps, { stopping }), 'jobs whose applicants were scored again'),
    },
    {
      name: 'applicant-news',
      everySeconds: 60,
      lock: 714_112_035,
      run: logging(() => sendDueSms(deps), 'applicants told by text message'),
    },
    {
      name: 'roster-news',
      everySeconds: 60,
      lock: 714_112_036,
      run: logging(() => notifyRosters(deps), 'people on rosters told of new jobs'),
    },
    {
      name: 'subscriptions',
      everySeconds: 60,
      lock: 714_112_024,
      run: logging(() => endSubscriptions(deps), 'subscriptions ended by the clock'),
    },
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
    {
      name: 'payment-forms',
      everySeconds: 60,
      lock: 714_112_032,
      run: logging(() => watchForms(deps), 'payment forms checked'),
    },
    {
      name: 'renewals',
      everySeconds: 60,
      lock: 714_112_031,
      run: logging(() => renewDue(deps).finally(() => logUnanswered(deps, log)), 'subscriptions charged'),
    },
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
    {
      name: CHANNEL_QUEUES.sms,
      ...QUEUED_BY_CHANGE,
      run: () => deliverDue({ ...deps, log, stopping, onGivenUp: (message) => noteGivenUp(deps, message) }, 'sms'),
    },
    {
      name: CHANNEL_QUEUES.mail,
      ...QUEUED_BY_CHANGE,
      run: () => deliverDue({ ...deps, log, stopping }, 'mail'),
    },
    {
      name: CHANNEL_QUEUES.push,
      ...QUEUED_BY_CHANGE,
      run: () => deliverDue({ ...deps, log, stopping }, 'push'),
    },
    {
      name: EXPORTS_QUEUE,
      ...QUEUED_BY_CHANGE,
      jobsAtOnce: 1,
      run: () => runExports(deps, { log, stopping }),
    },
    {
      name: BULKS_QUEUE,
      ...QUEUED_BY_CHANGE,
      // A server soon takes over the work of a dead one.
      everySeconds: 5,
      run: () => runBulks(deps, { log, stopping }),
    },
    {
      name: BULK_MESSAGES_QUEUE,
      ...QUEUED_BY_CHANGE,
      run: () => deliverMessages(deps, { log, stopping }),
    },
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
    {
      name: 'privacy',
      everySeconds: 600,
      lock: 714_112_034,
      run: logging(() => keepPrivacy(deps, { stopping }), 'people made anonymous'),
    },
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
