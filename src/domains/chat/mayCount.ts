import { mayPoll, selectAccessToken } from '../session';
import { read, type Step } from '../kit/effects';
import { selectConversation } from './conversationSlice';

/** True when the tab may refresh a count. A hidden tab needs the stream for it: its title shows the count. */
export function* mayCount(): Step<boolean> {
  const { isLive } = yield* read(selectConversation);
  return (yield* mayPoll()) || (isLive && (yield* read(selectAccessToken)) !== null);
}
