import { conversationActions, conversationReducer } from '../../../../src/domains/chat/conversationSlice';
import { aMessage, aThread, messages } from '../../../support/chat';

const { conversationOpened, conversationLoaded, conversationGrew, messageAccepted } = conversationActions;

const answer = (from: number, to: number, hasOlder = false) => ({
  answer: { thread: aThread(), messages: messages(from, to), hasOlder, validation_errors: [], etag: null },
  isPeek: false,
});
const kept = (number: number) =>
  messageAccepted({ clientId: 'a', threadId: 5, message: aMessage(number, { sender: 'employer' }) });
const loaded = [conversationOpened({ userId: 7, threadId: 5 }), conversationLoaded(answer(1, 3))];

// The worker may have written before the user's own message, and the device keeps only what reads returned, so the
// conversation loads its new messages anyway.
test.each([
  ['the loaded messages', [], [1, 2, 3], 3],
  ['an own message right after them', [kept(4)], [1, 2, 3, 4], 3],
  ['an own message after two of the worker', [kept(6)], [1, 2, 3, 6], 3],
  ['those two once they arrive', [kept(6), conversationGrew(answer(4, 6))], [1, 2, 3, 4, 5, 6], 6],
  ['a poll without new messages', [kept(6), conversationGrew(answer(1, 0))], [1, 2, 3, 6], 3],
  ['an own message that arrives twice', [kept(4), kept(4)], [1, 2, 3, 4], 3],
  [
    'the newest messages after a gap, which scrolling fills',
    [kept(6), conversationGrew(answer(6, 8, true))],
    [6, 7, 8],
    8,
  ],
])('loads new messages after %s', (_name, events, numbers, readTo) => {
  const state = [...loaded, ...events].reduce(conversationReducer, conversationReducer(undefined, { type: 'start' }));
  expect(state.messages.map(({ number }) => number)).toEqual(numbers);
  expect(state.readTo).toBe(readTo);
});
