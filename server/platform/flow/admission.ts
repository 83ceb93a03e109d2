import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors';

/** The connections to the store: how many there are, how many of them rest, how many statements wait for one. */
export interface StoreQueue {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Waiting statements over which a new request would only wait for longer than anybody wants to: about half a second. */
export const WAITING_MAX = 250;
/** Not all those who were refused at once are to come again at once. */
const RETRY_SECONDS = [1, 2, 3];

/**
 * Refuses at once, by 503 with Retry-After, what the store could not answer soon: a queue that grows helps nobody. The
 * routes of the contract alone: health, readiness and metrics tell of an overload and are never part of it, and neither
 * are files of the dashboard.
 */
export const addAdmission = (app: FastifyInstance, queue: Pick<StoreQueue, 'waitingCount'>): void => {
  let refused = 0;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access === undefined || queue.waitingCount <= WAITING_MAX) return;
    refused += 1;
    throw unavailable(RETRY_SECONDS[refused % RETRY_SECONDS.length]!);
  });
};
