import Sequencer from '@jest/test-sequencer';

/** The longest files: started last, one of them would run alone on one core. */
const LONGEST = ['badInput', 'platform/embedded', 'attack/', 'jobs/rescoring', 'commerce/', 'exports/'];

const rankOf = ({ path }) => {
  const at = LONGEST.findIndex((name) => path.includes(`server/${name}`));
  return at === -1 ? LONGEST.length : at;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
