import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection } from './connection';
import type { Activity, Employer } from './employerDay';

/** Milliseconds from the time that each request was due, and the failures. */
export interface KindFigures {
  times: number[];
  failures: Map<string, number>;
}

interface OpenLoop {
  origin: string;
  employers: readonly Employer[];
  activities: readonly Activity[];
  perSecond: number;
  milliseconds: number;
  /** The number of the first request, so that two runs on one world write different data. */
  first?: number;
}

/** Returns a fixed sequence of actions in their shares that looks random. */
const picker = (activities: readonly Activity[]): ((at: number) => Activity) => {
  const all = activities.flatMap((activity) => Array.from({ length: activity.share }, () => activity));
  const stride = 617; // The stride shares no factor with the number of shares, so each comes once in a round.
  return (at) => all[(at * stride) % all.length]!;
};

/** Time-out of a request, which then counts as an error. */
const GIVE_UP_MS = 30_000;

/**
 * Sends at a fixed rate, whether or not the server keeps up, and measures each request from the time it was due: a
 * server that stops for a second shows a second in every request due meanwhile.
 */
export const runOpenLoop = async ({ origin, employers, activities, perSecond, milliseconds, first = 0 }: OpenLoop) => {
  const figures = new Map<string, KindFigures>(
    activities.map(({ kind }) => [kind, { times: [], failures: new Map() }]),
  );
  const pick = picker(activities);
  const free: Connection[] = [];
  const running: Promise<void>[] = [];
  let late = 0;

  const send = async (at: number, due: number): Promise<void> => {
    const activity = pick(at);
    const employer = employers[(at * 7) % employers.length]!;
    const { times, failures } = figures.get(activity.kind)!;
    const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
    try {
      const connection = free.pop() ?? (await openConnection(origin));
      const request = activity.request(employer, at);
      const timeout = AbortSignal.timeout(GIVE_UP_MS);
      const answer = await Promise.race([
        connection.send(request.head, request.body),
        new Promise<never>((_resolve, reject) =>
          timeout.addEventListener('abort', () => reject(new Error('the server did not answer')), { once: true }),
        ),
      ]);
      free.push(connection);
      times.push(performance.now() - due);
      if (request.status.includes(answer.status)) request.seen?.(answer);
      else fail(String(answer.status));
    } catch (error) {
      times.push(performance.now() - due);
      fail((error as Error).message);
    }
  };

  const begun = performance.now();
  for (let at = 0; ; at += 1) {
    const due = begun + (at * 1000) / perSecond;
    if (due - begun >= milliseconds) break;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    else late = Math.max(late, -wait);
    running.push(send(first + at, due));
  }
  await Promise.all(running);
  free.forEach((connection) => connection.close());
  return { figures, late };
};
