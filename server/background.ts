import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { advanceUnsettled, findUnanswered, renewDue, watchForms } from './modules/payment';
import { announceTerms, endSubscriptions, remindOfRenewals } from './modules/product';
import { removeOldCodes } from './modules/account';
import { expireDue } from './modules/appointments';
import { removeOldUploads } from './modules/jobs';
import { EXPORTS_QUEUE, removeOldExports, runExports } from './modules/exports';
import { removeExpiredTokens } from './platform/auth/tokens';
import { removeOldEvents } from './modules/gateway';
import type { Deps } from './platform/deps';
import { deliverDue, removeAttachments, removeOldMessages } from './platform/outgoing/deliver';
import { CHANNEL_QUEUES } from './platform/outgoing/enqueue';
import type { Senders } from './platform/ports/senders';
import { removeOldKeys } from './platform/http/idempotency';
import { startPeriodic, type Task } from './platform/periodic';

/** What is being sent when the server stops has this long to leave. */
const FINISH_MS = 3_000;

/**
 * Tasks whose queue is filled in the transaction of what they are about. Rows are leased one by one: a server that hangs, or has
 * vanished, holds up what it has and no more; twice a minute somebody looks for what was held by one that has vanished.
 */
const FILLED = { everySeconds: 30, lookSeconds: 1, lock: null };

/** An alarm for an operator, at each run while it lasts: docs/OPERATIONS.md, "Looking after money". */
const tellUnanswered = async (deps: Deps, log: FastifyBaseLogger): Promise<void> => {
  const renewals = await findUnanswered(deps);
  if (renewals.length > 0) log.error({ count: renewals.length, renewals }, 'renewals without an answer');
};

/** What the clock does: ends what has run out, sends what waits to leave, and clears away what no longer counts. */
export const startBackground = (
  deps: Deps & { senders: Senders },
  pool: Pool,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const tasks: Task[] = [
    {
      name: 'appointments',
      everySeconds: 30,
      lock: 714_112_021,
      run: async () => {
        const count = await expireDue(deps);
        if (count > 0) log.info({ count }, 'appointments ended by the clock');
      },
    },
    {
      name: 'subscriptions',
      everySeconds: 60,
      lock: 714_112_024,
      run: async () => {
        const count = await endSubscriptions(deps);
        if (count > 0) log.info({ count }, 'subscriptions ended by the clock');
      },
    },
    {
      name: 'payments',
      everySeconds: 10,
      // A server that has just come takes up at once what one that died has left.
      lookSeconds: 1,
      lock: 714_112_030,
      run: async () => {
        await advanceUnsettled(deps);
      },
    },
    {
      name: 'payment-forms',
      everySeconds: 60,
      lock: 714_112_032,
      run: async () => {
        const count = await watchForms(deps);
        if (count > 0) log.info({ count }, 'payment forms looked after');
      },
    },
    {
      name: 'renewals',
      everySeconds: 60,
      lock: 714_112_031,
      run: async () => {
        const count = await renewDue(deps).finally(() => tellUnanswered(deps, log));
        if (count > 0) log.info({ count }, 'subscriptions charged');
      },
    },
    {
      name: 'subscription-notices',
      everySeconds: 600,
      lookSeconds: 60,
      lock: 714_112_033,
      run: async () => {
        // First the terms: a reminder names those of its renewal.
        const announced = await announceTerms(deps);
        const reminded = await remindOfRenewals(deps);
        if (announced + reminded > 0) log.info({ announced, reminded }, 'companies told of their renewals');
      },
    },
    // Each way by itself: a mail server that is slow holds no code up.
    {
      name: CHANNEL_QUEUES.sms,
      ...FILLED,
      run: () => deliverDue({ ...deps, log, stopping: stopping.signal }, 'sms'),
    },
    {
      name: CHANNEL_QUEUES.mail,
      ...FILLED,
      run: () => deliverDue({ ...deps, log, stopping: stopping.signal }, 'mail'),
    },
    {
      name: CHANNEL_QUEUES.push,
      ...FILLED,
      run: () => deliverDue({ ...deps, log, stopping: stopping.signal }, 'push'),
    },
    {
      name: EXPORTS_QUEUE,
      ...FILLED,
      jobsAtOnce: 1,
      run: () => runExports(deps, { log, stopping: stopping.signal }),
    },
    {
      name: 'tokens',
      everySeconds: 600,
      lock: 714_112_022,
      run: async () => {
        await removeExpiredTokens(deps.db, deps.clock.now());
        await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
        await removeOldCodes(deps.db, deps.clock.now());
        await removeOldMessages(deps.db, deps.clock.now());
      },
    },
    {
      name: 'uploads',
      everySeconds: 600,
      lock: 714_112_026,
      run: async () => {
        await removeOldUploads(deps);
        await removeOldExports(deps);
        await removeAttachments(deps);
        await removeOldKeys(deps);
        await removeOldEvents(deps.db, deps.clock.now());
      },
    },
  ];
  const running = startPeriodic(pool, log, tasks);
  return {
    stop: async () => {
      const timer = setTimeout(() => stopping.abort(), FINISH_MS);
      await running.stop();
      clearTimeout(timer);
    },
  };
};
