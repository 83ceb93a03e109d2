import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors';

/** The pool's connections: total, idle, and the statements that wait for one. */
export interface StoreQueue {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Waiting statements above which a new request would wait longer than about half a second. */
export const WAITING_MAX = 250;
/** Different values spread the retries of clients that were refused together. */
const RETRY_SECONDS = [1, 2, 3];

/**
 * Refuses a request with 503 and Retry-After when PostgreSQL could not answer it soon, so that the queue does not
 * grow. Applies only to the contract's routes: health, readiness, metrics and the dashboard's files stay available
 * during an overload.
 */
export const addAdmission = (app: FastifyInstance, queue: Pick<StoreQueue, 'waitingCount'>): void => {
  let refused = 0;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access === undefined || queue.waitingCount <= WAITING_MAX) return;
    refused += 1;
    throw unavailable(RETRY_SECONDS[refused % RETRY_SECONDS.length]!);
  });
};
