import Sequencer from '@jest/test-sequencer';

/** What takes longest: begun last it would run on alone, on one core, when everything else is done. */
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
