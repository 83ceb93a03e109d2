import { createHash } from 'node:crypto';
import Sequencer from '@jest/test-sequencer';

/** The longest files: started last, one of them would run alone on one core. */
const LONGEST = [
  'server/platform/dataFolder',
  'server/reference/gazetteer',
  'server/applications/clientPredicate',
  'server/roleMatrix',
  'server/appointments/locks',
  'server/badInput',
  'server/money/',
  'server/attack/',
  'server/commerce/',
  'server/exports/',
  'src/app/support/replayRoutes',
  'src/domains/kit/operations',
  'src/store/trace/declarations',
  'scripts/textParts',
];

const rankOf = ({ path }) => {
  const at = LONGEST.findIndex((name) => path.includes(`__tests__/${name}`));
  return at === -1 ? LONGEST.length : at;
};

/** Returns a number from 0 to 1 that depends on the seed and the file alone. */
export const drawOf = (path, seed) => createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE() / 2 ** 32;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    // scripts/check-chance.mjs looks for files that depend on what ran before them.
    const seed = process.env.CHANCE_SEED;
    if (seed) return [...tests].sort((one, other) => drawOf(one.path, seed) - drawOf(other.path, seed));
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
