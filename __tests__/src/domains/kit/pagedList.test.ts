import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../../src/domains/kit/failure';
import { emptyList, pagedList } from '../../../../src/domains/kit/pagedList';
import { pageBefore, pagesFor } from '../../../../src/domains/kit/pagedListSaga';

interface Query {
  q: string;
}
const failure: Failure = { kind: 'network', key: 'network.no_answer', requestId: null, status: 0 };
const paged = pagedList<Query, { id: number }>((a, b) => a.q === b.q);
const { reducer, actions } = createSlice({
  name: 'things',
  initialState: emptyList<Query, { id: number }>({ q: '' }),
  reducers: {
    ...paged.reducers,
    listOpened: (state, { payload }: PayloadAction<Query & { keepsRows?: boolean }>) =>
      paged.open(state, { q: payload.q }, payload.keepsRows ?? true),
  },
});
const { listOpened, listLoaded, listFailed, endReached, moreLoaded, moreFailed, listLeft } = actions;

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const a = { q: 'a' };
const b = { q: 'b' };
const stateAfter = (...events: { type: string }[]) => events.reduce(reducer, reducer(undefined, { type: 'start' }));
const loadedA = [listOpened(a), listLoaded({ query: a, rows: rows(3, 2), next: 2 })];

test('a failed first load shows the error and no rows', () => {
  expect(stateAfter(listOpened(a), listFailed({ query: a, failure }))).toMatchObject({
    items: [],
    list: { status: 'failed', error: failure },
    refresh: { status: 'init' },
  });
});

test('a failed refresh keeps the rows and reports the failure until the next refresh', () => {
  const failed = stateAfter(...loadedA, listOpened(a), listFailed({ query: a, failure }));
  expect(failed).toMatchObject({
    items: rows(3, 2),
    next: 2,
    list: { status: 'loaded' },
    refresh: { status: 'failed', error: failure },
  });
  expect(reducer(failed, listOpened(a)).refresh.status).toBe('init');
  expect(reducer(failed, listLoaded({ query: a, rows: rows(4), next: null }))).toMatchObject({
    items: rows(4),
    refresh: { status: 'init' },
  });
});

test('a new query that fails keeps no rows of another query, even after visiting another page', () => {
  const opened = stateAfter(...loadedA, listOpened(b));
  expect(opened.items).toEqual(rows(3, 2));
  for (const state of [opened, [listLeft(), listOpened(b)].reduce(reducer, opened)]) {
    const failed = reducer(state, listFailed({ query: b, failure }));
    expect(failed).toMatchObject({ items: [], next: null, list: { status: 'failed' } });
  }
});

test('opening another query without keepsRows clears the rows at once', () => {
  expect(stateAfter(...loadedA, listOpened({ ...b, keepsRows: false }))).toMatchObject({ items: [], next: null });
});

test('ignores a late reply to a former query', () => {
  const opened = stateAfter(...loadedA, listOpened(b));
  for (const late of [
    listLoaded({ query: a, rows: rows(9), next: null }),
    listFailed({ query: a, failure }),
    moreLoaded({ query: a, rows: rows(9), next: null }),
    moreFailed({ query: a, failure }),
  ])
    expect(reducer(opened, late)).toEqual(opened);
});

test('appends each row once, and reloads as many rows as were shown', () => {
  const state = stateAfter(...loadedA, endReached(), moreLoaded({ query: a, rows: rows(2, 1), next: null }));
  expect(state).toMatchObject({ items: rows(3, 2, 1), next: null, more: { status: 'loaded' }, rowsToLoad: 3 });
  expect(reducer(state, listOpened(a)).rowsToLoad).toBe(3);
  expect(reducer(state, listOpened(b)).rowsToLoad).toBe(0);
});

test.each([
  ['before the list has loaded', [listOpened(a)]],
  ['after the last page', [listOpened(a), listLoaded({ query: a, rows: rows(1), next: null })]],
])('the end of the list loads nothing %s', (_name, events) => {
  expect(stateAfter(...events, endReached()).more.status).toBe('init');
});

test('leaving stops loading and keeps the rows', () => {
  const left = stateAfter(...loadedA, listOpened(a), listLeft());
  expect(left).toMatchObject({ items: rows(3, 2), list: { status: 'init' }, more: { status: 'init' } });
});

test.each([
  [0, { pages: 1, limit: 10 }],
  [11, { pages: 2, limit: 20 }],
  [900, { pages: 50, limit: 500 }],
])('%d rows take %j', (held, expected) => expect(pagesFor(held, 10)).toEqual(expected));

test('the next page of a full page starts before its last id', () => {
  expect(pageBefore(rows(9, 8), 2).next).toBe(8);
  expect(pageBefore(rows(9), 2).next).toBeNull();
});
