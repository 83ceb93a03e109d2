import type { FastifyRequest } from 'fastify';
import { SolvedChallenge, type Challenge } from '../../../contract/schemas/challenge';
import { dateLocale } from '../../platform/dateLocale';
import type { Language } from '../../../contract/constants/options';
import type { Deps } from '../../platform/deps';
import { tooManyRequests, type AppError } from '../../platform/errors';
import { levelOf, requireWork } from '../../platform/flow/proofOfWork';
import { matches } from '../../platform/http/validation';
import type { LimitRule } from '../../platform/limiter';
import { networkOf } from '../../platform/net';

/**
 * Applications that one network may begin without work; each sends a text message. Those whose phone was proved do not
 * count.
 */
const BEGINNINGS: LimitRule = { name: 'door-begin', points: 20, seconds: 3600 };
/** The same with work. */
const BEGINNINGS_MAX = 300;

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

/** How a beginning was let in: whether its sender worked for it. */
export interface Beginning {
  hasWorked: boolean;
}

/**
 * Counts the beginning of an application, runs it, and takes the count back when it fails. Above 20 an hour from one
 * network it throws 429 with a challenge unless one is solved, and above 300 without one.
 */
export const withinBeginnings = async <T>(
  deps: WorkDeps,
  request: FastifyRequest,
  solved: SolvedChallenge | undefined,
  run: (beginning: Beginning) => Promise<T>,
): Promise<T> => {
  const network = networkOf(request.ip);
  const { used, seconds } = await deps.limiter.count(BEGINNINGS, network);
  try {
    if (used > BEGINNINGS_MAX) throw tooManyRequests(seconds);
    const level = levelOf(used, BEGINNINGS.points);
    if (level > 0) await requireWork(deps, { purpose: `door:${network}`, level, seconds }, solved);
    return await run({ hasWorked: level > 0 });
  } catch (error) {
    await deps.limiter.giveBack(BEGINNINGS, network);
    throw error;
  }
};

/** Takes the count of an application back, because its phone was proved. */
export const forgetBeginning = ({ limiter }: Pick<Deps, 'limiter'>, address: string): Promise<void> =>
  limiter.giveBack(BEGINNINGS, networkOf(address));

/** Why a form has to wait: the time of the next try, and the work that allows it now. */
export interface Wait {
  time: string;
  challenge: Challenge | null;
}

/** Returns how long a refused beginning has to wait; null for another failure. */
export const waitOf = (
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  error: AppError,
  language: Language,
): Wait | null => {
  if (error.status !== 429) return null;
  const at = new Date(clock.now().getTime() + (error.options.retryAfter ?? 0) * 1000);
  const time = new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short', timeZone: settings.timeZone });
  return { time: time.format(at), challenge: error.options.challenge ?? null };
};
