import { unavailable } from '../errors';

/** So many of one network wait in the first rank; its others wait in the next one. */
const FIRST_MAX = 2;

/** Who waits: a lower rank comes first; within a rank networks take turns. */
export interface Place {
  rank: 0 | 1 | 2;
  network: string;
}

interface Waiter {
  start: () => void;
  refuse: (error: Error) => void;
}

interface FairQueueOptions {
  atOnce: number;
  waitingMax: number;
  /** Seconds that a 503 says. */
  retrySeconds: number;
}

/**
 * Runs so much work at once and lets so much wait. A full queue refuses (503) the newest of the network that waits most
 * in the last rank, so that whoever floods it refuses themselves.
 */
export const createFairQueue = ({ atOnce, waitingMax, retrySeconds }: FairQueueOptions) => {
  /** By rank and network; the network at the front of a map is the next whose turn it is. */
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

  /** Refuses one who waits in favour of a newcomer; false when the newcomer is the one to refuse. */
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

  const turnOf = (asked: Place): Promise<void> => {
    const place = placeFor(asked);
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
    /** How much waits. */
    length: () => waiting,
    /** Does the work when its turn has come. */
    run: async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
      if (working >= atOnce) await turnOf(place);
      else working += 1;
      try {
        return await work();
      } finally {
        const waiter = next();
        // Whoever ends hands the place over: `working` stays as it is.
        if (waiter) {
          waiting -= 1;
          waiter.start();
        } else working -= 1;
      }
    },
  };
};
