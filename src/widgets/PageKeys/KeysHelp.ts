import { withLaterWork } from '../../store/withLaterWork';
import { lazyPart } from '../../ui/lazyPart';

/** Shows the list of keyboard shortcuts when the user presses `?`. A page with shortcuts has it once. */
export const KeysHelp = lazyPart(
  async () => (await withLaterWork(() => import('./KeysDialog'))).KeysHelp,
  null,
  'nothing',
);
