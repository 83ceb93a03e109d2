import {
  mergeDraft,
  mergeMessages,
  ALL_BRANCHES,
  isQuiet,
  mergeThreads,
  nextStatus,
  roomLeft,
  statusChange,
  toBody,
  toPoint,
  toStreamEvent,
} from '../../../../src/domains/chat/rules';
import { inboxPath } from '../../../../src/domains/chat';
import { parseBlock } from '../../../../src/lib/eventStream';
import { backOff } from '../../../../src/domains/kit/poll';
import { aMessage, aThread } from '../../../support/chat';

test.each([
  ['  hello ', 'hello'],
  ['', null],
  [' \n\t ', null],
  // Invisible characters alone.
  ['\u200b \u2060\u200d', null],
  ['a\nb', 'a\nb'],
  ['x'.repeat(2000), 'x'.repeat(2000)],
  [` ${'x'.repeat(2000)} `, 'x'.repeat(2000)],
  ['x'.repeat(2001), null],
])('case %#: the text to send', (typed, body) => expect(toBody(typed)).toBe(body));

test.each([
  ['', 2000],
  ['abc ', 1997],
  ['x'.repeat(2001), -1],
])('case %#: the remaining characters', (typed, left) => expect(roomLeft(typed)).toBe(left));

test.each([
  ['improper_message', 0, 1],
  ['sleep_mode', 0, 2],
  ['improper_message', 1, null],
  ['sleep_mode', 1, 2],
  ['improper_message', 2, null],
  ['sleep_mode', 2, null],
  ['anything', 0, null],
  ['toString', 0, null],
] as const)('%s after status %d: confirming sends status %s', (type, sentWith, next) =>
  expect(nextStatus(type, sentWith)).toBe(next),
);

test.each([
  ['root', '/inbox/3/9', '/inbox/3'],
  ['hr_account', '/inbox/3/9', '/inbox/3'],
  ['company', '/inbox/9', '/inbox'],
  ['branch', '/inbox/9', '/inbox'],
] as const)('%s: the path of a thread is %s', (userType, thread, inbox) => {
  expect(inboxPath({ userType }, 3, 9)).toBe(thread);
  expect(inboxPath({ userType }, 3)).toBe(inbox);
});

test('merges messages by number, each once, the newer version wins', () => {
  const merged = mergeMessages([aMessage(2), aMessage(3)], [aMessage(4), aMessage(3, { body: 'new' }), aMessage(1)]);
  expect(merged.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(merged[2]?.body).toBe('new');
});

test('merges threads newest first, by id at the same time, threads without messages last', () => {
  const at = (id: number, lastMessageAt: string | null) => aThread({ id, lastMessageAt });
  const rows = [at(1, '2026-01-01'), at(2, null), at(3, '2026-01-01')];
  const merged = mergeThreads(rows, [at(1, '2026-01-02')], { userId: 7 });
  expect(merged.map(({ id }) => id)).toEqual([1, 3, 2]);
});

test('merges the threads of all branches, the longest unanswered first, then the newest', () => {
  const at = (id: number, awaitingSince: string | null, lastMessageAt: string) =>
    aThread({ id, awaitingSince, lastMessageAt });
  const rows = [at(1, null, '2026-01-01'), at(2, '2026-01-03', '2026-01-03'), at(3, '2026-01-02', '2026-01-05')];
  const fresh = [at(4, null, '2026-01-04'), aThread({ id: 5, lastMessageAt: '2026-01-02' })];
  expect(mergeThreads(rows, fresh, { userId: ALL_BRANCHES }).map(({ id }) => id)).toEqual([3, 2, 4, 5, 1]);
  const answered = mergeThreads(rows, [at(3, null, '2026-01-06')], { userId: ALL_BRANCHES });
  expect(answered.map(({ id }) => id)).toEqual([2, 3, 1]);
});

test.each([
  ['the employer’s message', { sender: 'employer' }, null, true],
  ['an invitation', { sender: 'employer', type: 'appointment' }, null, true],
  ['the employer’s cancellation', { sender: 'employer', type: 'appointment_status' }, null, true],
  ['a reminder or the notice of a decision', { sender: 'system' }, null, true],
  ['a reminder after a question', { sender: 'system', reminder: 'soon' }, '2026-01-01', false],
  ['an expired invitation', { sender: 'system', type: 'appointment_status' }, null, false],
  ['the worker’s message', { sender: 'worker' }, '2026-01-01', false],
  ['the worker’s acceptance', { sender: 'worker', type: 'appointment_status' }, null, false],
] as const)('a row that ends with %s is quiet or not', (_what, last, awaitingSince, quiet) => {
  const lastMessage = { type: 'text', body: null, appointment: null, ...last } as const;
  expect(isQuiet(aThread({ lastMessage, awaitingSince }))).toBe(quiet);
});

test.each([
  ['ACTIVE', 'confirmed'],
  ['REJECTED', 'notConfirmed'],
  ['CANCELLED', 'canceled'],
  ['CANCELLED_OUTSIDE_24H', 'canceledOutside'],
  ['EXPIRED', 'noAnswer'],
  ['WITHDRAWN', 'withdrawn'],
  ['WAITING', 'updated'],
  ['NONE', 'updated'],
  [undefined, 'updated'],
])('the message of an appointment that became %s is %s', (status, change) => expect(statusChange(status)).toBe(change));

test.each([
  ['41.01, 28.97', { latitude: 41.01, longitude: 28.97 }],
  ['-33,-70', { latitude: -33, longitude: -70 }],
  ['91, 0', null],
  ['41', null],
  ['<b>41</b>, 2', null],
  [null, null],
])('reads %s as a point', (body, point) => expect(toPoint(body)).toEqual(point));

test.each([
  [{ type: 'ready' }, true],
  [{ type: 'message', threadId: 1 }, true],
  [{ type: 'later' }, false],
  [null, false],
  ['ready', false],
])('recognises the event %j: %s', (data, isKnown) => expect(toStreamEvent(data) !== null).toBe(isKnown));

test.each([
  ['data: {"a":1}', { id: null, data: '{"a":1}' }],
  ['id: 7\ndata: x\ndata: y', { id: '7', data: 'x\ny' }],
  [': beat', { id: null, data: null }],
  ['event: message\ndata:z', { id: null, data: 'z' }],
])('case %#: parses a block of the stream', (block, read) => expect(parseBlock(block)).toEqual(read));

test('doubles pauses up to the maximum', () => {
  expect([0, 1, 2, 3, 4, 9].map((failures) => backOff(5000, failures, 30_000))).toEqual([
    5000, 5000, 10_000, 20_000, 30_000, 30_000,
  ]);
});

test.each([
  ['nothing changed', 'a', 'a', 'ab', 'ab'],
  ['a message was taken back before the draft', 'a', 'Back\na', 'ab', 'Back\nab'],
  ['a message was taken back into an empty draft', '', 'Back', 'a', 'Back\na'],
  ['another tab wrote something else', 'a', 'c', 'ab', 'ab'],
])('a draft is merged when %s', (_name, before, stored, typed, merged) =>
  expect(mergeDraft(before, stored, typed)).toBe(merged),
);
