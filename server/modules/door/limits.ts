import type { FastifyRequest } from 'fastify';
import { SolvedChallenge } from '../../../contract/schemas/challenge';
import { dateLocale } from '../../platform/dateLocale';
import type { Language } from '../../../contract/constants/options';
import type { Deps } from '../../platform/deps';
import { tooManyRequests } from '../../platform/errors';
import { levelOf, requireWork } from '../../platform/flow/proofOfWork';
import { matches } from '../../platform/http/validation';
import { giveBackAll, type LimitRule, type Point } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';
import { levelOfCountry } from '../account';

/**
 * Applications that one network may begin without work; each sends a text message. Those whose phone was proved do not
 * count.
 */
const STARTS: LimitRule = { name: 'door-begin', points: 20, seconds: 3600 };
/** The same for a network with its neighbours. */
const NEIGHBOURS: LimitRule = { name: 'door-begin-prefix', points: 60, seconds: 3600 };
/** With work, so many times as many may begin. */
const MAX_FACTOR = 15;

const pointsOf = (address: string): Point[] => [
  { rule: STARTS, key: networkOf(address) },
  { rule: NEIGHBOURS, key: prefixOf(address) },
];

type WorkDeps = Pick<Deps, 'clock' | 'codeSecret' | 'limiter'>;

/** Returns the solution that the script of a page wrote into its form. */
export const readSolved = (form: URLSearchParams): SolvedChallenge | undefined => {
  try {
    const solved: unknown = {
      challenge: JSON.parse(form.get('challenge') ?? ''),
      solution: JSON.parse(form.get('solution') ?? ''),
    };
    return matches(SolvedChallenge, solved) ? (solved as SolvedChallenge) : undefined;
  } catch {
    return undefined;
  }
};

/** Whether the sender of an application solved a challenge for it. */
export interface Start {
  hasWorked: boolean;
}

interface Starter {
  request: FastifyRequest;
  /** The country of the phone to which a code goes. */
  countryCode: string;
  solved: SolvedChallenge | undefined;
}

/**
 * Counts the start of an application, runs it, and takes the count back when it fails. Above 20 an hour from one
 * network, or 60 with its neighbours, it throws 429 with a challenge unless one is solved, and above 15 times as many
 * without one. The work is at least what the message to the country costs.
 */
export const withinStartLimits = async <T>(
  deps: WorkDeps,
  { request, countryCode, solved }: Starter,
  run: (start: Start) => Promise<T>,
): Promise<T> => {
  const points = pointsOf(request.ip);
  const counts = await Promise.all(
    points.map(async ({ rule, key }) => ({ ...(await deps.limiter.count(rule, key)), free: rule.points })),
  );
  try {
    const full = counts.find(({ used, free }) => used > free * MAX_FACTOR);
    if (full) throw tooManyRequests(full.seconds);
    const own = Math.max(...counts.map(({ used, free }) => levelOf(used, free)));
    if (own === 0) return await run({ hasWorked: false });
    const level = Math.max(own, await levelOfCountry(deps, countryCode));
    const seconds = Math.max(...counts.map((count) => count.seconds));
    await requireWork(deps, { purpose: `door:${networkOf(request.ip)}`, level, seconds }, solved);
    return await run({ hasWorked: true });
  } catch (error) {
    await giveBackAll(deps.limiter, points);
    throw error;
  }
};

/** Takes the count of an application back from the network that began it, because its phone was proved. */
export const forgetStart = async ({ limiter }: Pick<Deps, 'limiter'>, address: string): Promise<void> => {
  for (const { rule, key } of pointsOf(address))
    // The count may have ended since: without points there is nothing to take back.
    if ((await limiter.used(rule, key)) > 0) await limiter.giveBack(rule, key);
};

/** Returns an instant as a day in words: 12 May 2026. */
export const dateOf = (at: Date, { language, timeZone }: { language: Language; timeZone: string }): string =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone }).format(at);

/** Whose limit was reached; the text is `error.<reason>`. */
export type WaitReason = 'waitNetwork' | 'waitPhone' | 'waitCountry';
