import { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../../platform/deps';
import { limitedBy, tooManyRequests } from '../../platform/errors';
import { levelOf, requireWork } from '../../platform/flow/proofOfWork';
import { matches } from '../../platform/http/validation';
import { giveBackAll } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';
import { levelOfCountry, type OwnLimits } from '../account';
import { LIMITS } from '../../platform/limits';

/**
 * A network that began no more applications than this, together with its neighbours, did not use up a country's
 * messages. Visitors in it need no work, so that strangers who used them up do not lock out people without scripts.
 */
const QUIET = { network: 3, neighbours: 10 };

interface Place {
  address: string;
  /** The account whose page it is. */
  userId: number;
}

const pointsOf = ({ address, userId }: Place) => [
  { rule: LIMITS.applicationStart, key: networkOf(address), limitOf: 'network' as const },
  { rule: LIMITS.applicationStartPrefix, key: prefixOf(address), limitOf: 'network' as const },
  { rule: LIMITS.applicationStartPage, key: String(userId), limitOf: 'page' as const },
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

interface Starter extends Place {
  /** The country of the phone to which a code goes. */
  countryCode: string;
  solved: SolvedChallenge | undefined;
  /** True when a robot may have filled in the form. */
  isTrapped: boolean;
}

/** Seconds for which the work of a trapped form is valid. */
const TRAP_SECONDS = 300;

/**
 * Counts a message for an application, sends it, and takes the count back when that fails. Above 20 an hour from one
 * network, 60 with its neighbours, or 100 on one page, and for a trapped form, it throws 429 with a challenge unless
 * one is solved; above 15 times as many it throws 429 without one. One solution is enough for all reasons; it costs at
 * least as much as the messages to the country.
 */
export const withinStartLimits = async <T>(
  deps: WorkDeps,
  { countryCode, solved, isTrapped, ...place }: Starter,
  run: (limits: OwnLimits) => Promise<T>,
): Promise<T> => {
  const points = pointsOf(place);
  const counts = await Promise.all(
    points.map(async ({ rule, key, limitOf }) => {
      const { used, seconds } = await deps.limiter.count(rule, key);
      return { rule, used, seconds, limitOf, level: levelOf(used, rule.points) };
    }),
  );
  const [ofNetwork, ofNeighbours] = counts;
  try {
    const hardest = counts.reduce((one, other) => (other.level > one.level ? other : one));
    if (hardest.level === 0 && !isTrapped) {
      const isQuiet = (ofNetwork?.used ?? 0) <= QUIET.network && (ofNeighbours?.used ?? 0) <= QUIET.neighbours;
      return await run(isQuiet ? 'quiet' : 'counted');
    }
    const full = counts.find(({ rule, used }) => used > rule.most);
    if (full) return limitedBy(full.limitOf)(tooManyRequests(full.seconds));
    const { seconds, limitOf } = hardest.level > 0 ? hardest : ({ seconds: TRAP_SECONDS, limitOf: 'trap' } as const);
    const level = Math.max(1, hardest.level, await levelOfCountry(deps, countryCode));
    const work = { purpose: `door:${networkOf(place.address)}`, level, seconds };
    await requireWork(deps, work, solved).catch(limitedBy(limitOf));
    return await run('worked');
  } catch (error) {
    await giveBackAll(deps.limiter, points);
    throw error;
  }
};

/** Takes back the count of an application at the network and page where it began, because its phone was proved. */
export const forgetStart = ({ limiter }: Pick<Deps, 'limiter'>, place: Place): Promise<void> =>
  giveBackAll(limiter, pointsOf(place));
