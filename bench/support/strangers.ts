import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from '../../contract/schemas/challenge';

const NETWORKS = 200;

export interface Strangers {
  /** Milliseconds from the first form to the worker's page. */
  times: number[];
  /** Forms that were sent again with work. */
  worked: number;
  failures: Map<string, number>;
}

interface Site {
  origin: string;
  /** Paths of open jobs. */
  pages: readonly string[];
  child: ChildProcess;
}

/** Asks the server's process for the code that a phone got. */
const codeTo = ({ child }: Site, id: number, phone: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const hear = (answer: { id: number; code: string | null }) => {
      if (answer.id !== id) return;
      child.off('message', hear);
      if (answer.code === null) reject(new Error('no code was sent'));
      else resolve(answer.code);
    };
    child.on('message', hear);
    child.send({ id, phone });
  });

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const applyOnce = async (site: Site, at: number, strangers: Strangers): Promise<void> => {
  const address = `10.${at % NETWORKS}.0.1`;
  const national = `5${String(300_000_000 + at).padStart(9, '0')}`;
  const post = (path: string, form: Record<string, string>) =>
    fetch(site.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const job = site.pages[at % site.pages.length]!;
  const person = { firstName: 'Deniz', lastName: 'Ak', phone: `0${national}`, from: 'poster' };
  const begun = performance.now();
  let reply = await post(`${job}/apply`, person);
  const [, json] = /name="challenge" value="([^"]+)"/.exec(reply.status === 429 ? await reply.text() : '') ?? [];
  if (json) {
    strangers.worked += 1;
    const challenge = JSON.parse(unescaped(json)) as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const work = { challenge: JSON.stringify(challenge), solution: JSON.stringify(solution) };
    reply = await post(`${job}/apply`, { ...person, ...work });
  }
  if (reply.status !== 303) throw new Error(`first form ${reply.status}`);
  const second = reply.headers.get('location')!.split('?')[0]!;
  const code = await codeTo(site, at, `+90${national}`);
  const done = await post(second, { code, days: 'weekdays', start: 'now', experience: '24', adult: 'yes' });
  if (done.status !== 303) throw new Error(`second form ${done.status}`);
  strangers.times.push(performance.now() - begun);
};

/** Sends so many applications a minute from 200 networks, each through both forms, for so many milliseconds. */
export const runStrangers = async (
  site: Site,
  { perMinute, milliseconds, first }: { perMinute: number; milliseconds: number; first: number },
): Promise<Strangers> => {
  const strangers: Strangers = { times: [], worked: 0, failures: new Map() };
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (let at = 0; (at * 60_000) / perMinute < milliseconds; at += 1) {
    const wait = begun + (at * 60_000) / perMinute - performance.now();
    if (wait > 0) await sleep(wait);
    running.push(
      applyOnce(site, first + at, strangers).catch((error: Error) => {
        strangers.failures.set(error.message, (strangers.failures.get(error.message) ?? 0) + 1);
      }),
    );
  }
  await Promise.all(running);
  return strangers;
};
