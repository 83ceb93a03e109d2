import Sequencer from '@jest/test-sequencer';

/** The slowest files. Started last, one of them would run alone on one core at the end. */
const LONG = [
  'money/orders',
  'crash/crash',
  'badInput',
  'platform/embedded',
  'backup/backup',
  'chat/faults',
  'cluster/',
];

const rankOf = ({ path }) => {
  const at = LONG.findIndex((name) => path.includes(`server/${name}`));
  return at === -1 ? LONG.length : at;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
