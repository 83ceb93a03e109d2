import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors';

/** The most requests of one network in the first rank; its further requests wait in the next rank. */
const FIRST_MAX = 2;

/** A waiting request's place: lower ranks run first; within a rank the networks take turns. */
export interface Place {
  rank: 0 | 1 | 2;
  network: string;
}

interface Waiter {
  start: () => void;
  refuse: (error: Error) => void;
}

interface FairQueueOptions {
  concurrency: number;
  waitingMax: number;
  /** Seconds for the `Retry-After` of a 503. */
  retrySeconds: number;
}

/**
 * Creates a queue that runs `concurrency` pieces of work and lets `waitingMax` wait. When it is full, it refuses (503) the
 * newest request of the network that waits most in the last rank, so that a flooding network hurts only itself.
 */
export const createFairQueue = ({ concurrency, waitingMax, retrySeconds }: FairQueueOptions) => {
  /** Waiting requests by rank and network; the first network of a map has the next turn. */
  const lanes = [0, 1, 2].map(() => new Map<string, Waiter[]>());
  let working = 0;
  let waiting = 0;

  const next = (): Waiter | undefined => {
    for (const lane of lanes) {
      const [turn] = lane;
      if (!turn) continue;
      const [network, waiters] = turn;
      const first = waiters.shift();
      lane.delete(network);
      if (waiters.length > 0) lane.set(network, waiters);
      return first;
    }
    return undefined;
  };

  /** Refuses a waiting request to make room for a new one; returns false when the new one must be refused. */
  const makeRoom = ({ rank, network }: Place): boolean => {
    const last = lanes.findLastIndex((lane) => lane.size > 0);
    if (last < rank) return false;
    const lane = lanes[last]!;
    const [longest, waiters] = [...lane].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    if (last === rank && (lane.get(network)?.length ?? 0) + 1 >= waiters.length) return false;
    waiters.pop()?.refuse(unavailable(retrySeconds));
    if (waiters.length === 0) lane.delete(longest);
    waiting -= 1;
    return true;
  };

  const placeFor = ({ rank, network }: Place): Place => {
    const isFull = rank === 0 && (lanes[0]!.get(network)?.length ?? 0) >= FIRST_MAX;
    return { rank: isFull ? 1 : rank, network };
  };

  const waitForTurn = (requestedPlace: Place): Promise<void> => {
    const place = placeFor(requestedPlace);
    if (waiting >= waitingMax && !makeRoom(place)) throw unavailable(retrySeconds);
    waiting += 1;
    return new Promise((start, refuse) => {
      const lane = lanes[place.rank]!;
      const waiters = lane.get(place.network);
      if (waiters) waiters.push({ start, refuse });
      else lane.set(place.network, [{ start, refuse }]);
    });
  };

  return {
    length: () => waiting,
    run: async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
      if (working >= concurrency) await waitForTurn(place);
      else working += 1;
      try {
        return await work();
      } finally {
        const waiter = next();
        // The finished work passes its slot on, so `working` stays the same.
        if (waiter) {
          waiting -= 1;
          waiter.start();
        } else working -= 1;
      }
    },
  };
};

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
