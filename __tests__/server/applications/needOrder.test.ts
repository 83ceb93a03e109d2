import { NEED_KINDS } from '../../../contract/rules/need';
import { readCursor, segmentsOf, writeCursor } from '../../../server/modules/search/needOrder';

const NOW = new Date('2026-11-16T09:00:00.000Z');

describe('the order of needs', () => {
  it('lists due needs first, then coming ones, then lapsed ones, each by kind', () => {
    const kinds = (state?: 'due' | 'coming' | 'lapsed') => segmentsOf(NEED_KINDS, state, NOW).map(({ kind }) => kind);
    const due = ['attendance', 'answer', 'outcome', 'first_day', 'rebook', 'decide', 'invite', 'offer'];
    const coming = ['attendance', 'answer', 'outcome', 'first_day', 'rebook', 'decide', 'invite', 'offer'];
    const lapsed = ['decide', 'invite'];
    expect([kinds('due'), kinds('coming'), kinds('lapsed')]).toEqual([due, coming, lapsed]);
    expect(kinds()).toEqual([...due, ...coming, ...lapsed]);
    const places = segmentsOf(NEED_KINDS, undefined, NOW).map(({ place }) => place);
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  });

  it('continues at a cursor, and at no other text', () => {
    const cursor = { now: NOW, place: 3, dueFrom: new Date('2026-11-15T09:00:00.000Z'), id: 12 };
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    for (const text of ['', '1 2 3', '1 2 3 x', '1 2 3 -4', '9999999999999999 2 3 4'])
      expect(readCursor(Buffer.from(text).toString('base64url'))).toBeUndefined();
  });
});
