import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from '../../contract/schemas/challenge';

const NETWORKS = 200;

/** Strangers who solve their challenges at the same time, before the measurement. */
const SOLVERS = 4;

export interface Strangers {
  /** Milliseconds that the server took for all forms of one person. */
  times: number[];
  /** Applications that had to be sent again with solved work. */
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
    const receive = (answer: { id: number; code: string | null }) => {
      if (answer.id !== id) return;
      child.off('message', receive);
      if (answer.code === null) reject(new Error('no code was sent'));
      else resolve(answer.code);
    };
    child.on('message', receive);
    child.send({ id, phone });
  });

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The fields of a form that hold a solved challenge. */
type Work = Record<'challenge' | 'solution', string>;

const postTo = (site: Site, at: number) => {
  const address = `10.${at % NETWORKS}.0.1`;
  /** Sends a form and reads the page to which it leads. */
  return async (path: string, form: Record<string, string>) => {
    const headers = { 'x-forwarded-for': address };
    const sent = await fetch(site.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    const to = sent.headers.get('location');
    if (to === null) throw new Error(`${path}: ${sent.status}`);
    const page = await fetch(new URL(to, site.origin), { redirect: 'manual', headers });
    return { path: to.split('?')[0]!, status: page.status, text: await page.text() };
  };
};

const phoneOf = (at: number): string => `5${String(300_000_000 + at).padStart(9, '0')}`;
const jobOf = ({ pages }: Site, at: number): string => pages[at % pages.length]!;
const personOf = (at: number) => ({ firstName: 'Deniz', lastName: 'Ak', phone: `0${phoneOf(at)}`, from: 'poster' });

/** Returns the challenge of a refused form; undefined for an accepted form. */
const challengeIn = ({ status, text }: { status: number; text: string }): Challenge | undefined => {
  if (status !== 429) return undefined;
  const [, json] = /name="challenge" value="([^"]+)"/.exec(text) ?? [];
  return json === undefined ? undefined : (JSON.parse(unescaped(json)) as Challenge);
};

const solveFor = async (site: Site, at: number): Promise<Work> => {
  const challenge = challengeIn(await postTo(site, at)(`${jobOf(site, at)}/apply`, personOf(at)));
  if (!challenge) throw new Error('the server asked for no work');
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge: JSON.stringify(challenge), solution: JSON.stringify(solution) };
};

/**
 * Gets and solves a challenge for each stranger before the measured time. A real stranger solves it on a phone of their
 * own; here the solving would take the cores of the server and hold up the clock of the measurement.
 */
export const solveBefore = async (site: Site, { count, first }: { count: number; first: number }): Promise<Work[]> => {
  const solved: Work[] = [];
  let next = 0;
  const solver = async () => {
    for (let at = next++; at < count; at = next++) solved[at] = await solveFor(site, first + at);
  };
  await Promise.all(Array.from({ length: SOLVERS }, solver));
  return solved;
};

const applyOnce = async (site: Site, at: number, work: Work, strangers: Strangers): Promise<void> => {
  const post = postTo(site, at);
  const path = `${jobOf(site, at)}/apply`;
  const begun = performance.now();
  // The same requests as of a real stranger: the form, the refusal with a challenge, the form with the work, the code.
  let reply = await post(path, personOf(at));
  if (challengeIn(reply)) {
    strangers.worked += 1;
    reply = await post(reply.path, { ...personOf(at), ...work });
  }
  if (reply.status !== 200) throw new Error(`first form ${reply.status}`);
  const second = reply.path;
  const asked = performance.now();
  const code = await codeTo(site, at, `+90${phoneOf(at)}`);
  const waited = performance.now() - asked;
  const done = await post(second, { code, days: 'weekdays', start: 'now', experience: '24', adult: 'yes' });
  if (done.status !== 303) throw new Error(`second form ${done.status}`);
  strangers.times.push(performance.now() - begun - waited);
};

/** Sends the applications of strangers with solved work at an even rate from 200 networks, each through both forms. */
export const runStrangers = async (
  site: Site,
  { perMinute, first, solved }: { perMinute: number; first: number; solved: readonly Work[] },
): Promise<Strangers> => {
  const strangers: Strangers = { times: [], worked: 0, failures: new Map() };
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (const [at, work] of solved.entries()) {
    const wait = begun + (at * 60_000) / perMinute - performance.now();
    if (wait > 0) await sleep(wait);
    running.push(
      applyOnce(site, first + at, work, strangers).catch((error: Error) => {
        strangers.failures.set(error.message, (strangers.failures.get(error.message) ?? 0) + 1);
      }),
    );
  }
  await Promise.all(running);
  return strangers;
};
