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

// What the worker wrote before one's own message may not have been read yet: it is asked for all the same.
test.each([
  ['what was loaded', [], [1, 2, 3], 3],
  ['an own message right behind it', [kept(4)], [1, 2, 3, 4], 4],
  ['an own message behind two of the worker', [kept(6)], [1, 2, 3, 6], 3],
  ['the two when they come', [kept(6), conversationGrew(answer(4, 6))], [1, 2, 3, 4, 5, 6], 6],
  ['a poll without news', [kept(6), conversationGrew(answer(1, 0))], [1, 2, 3, 6], 3],
  ['an own message that is told twice', [kept(4), kept(4)], [1, 2, 3, 4], 4],
  [
    'newest ones behind a hole, which is read by scrolling',
    [kept(6), conversationGrew(answer(6, 8, true))],
    [6, 7, 8],
    8,
  ],
])('news are asked for after %s', (_name, events, numbers, readTo) => {
  const state = [...loaded, ...events].reduce(conversationReducer, conversationReducer(undefined, { type: 'start' }));
  expect(state.messages.map(({ number }) => number)).toEqual(numbers);
  expect(state.readTo).toBe(readTo);
});
