import { port, read, type Step } from '../kit/effects';
import { selectAccessToken } from './selectors';

/** True while the tab is visible and the user is signed in; only then may the tab send requests. */
export function* mayPoll(): Step<boolean> {
  const visibility = yield* port('visibility');
  return !visibility.isHidden() && (yield* read(selectAccessToken)) !== null;
}
