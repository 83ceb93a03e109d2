import { createSlice, isAnyOf, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { NeedsPayload } from '../../../contract/schemas/today';
import { decisionChanged, rowRefreshed, shortlistChanged } from '../applications';
import { notify } from '../kit/effects';
import { causeOf, type Failure } from '../kit/failure';
import { jobSaved } from '../jobs';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import type { FirstRows, NeedPage } from './colleaguesSaga';
import { comesAfter, hasNeed, needAfter, type NeedRow } from './rules';

export interface TodayState {
  isOpen: boolean;
  /** The branch that root or HR chose; null: everything that the user may see. */
  branchId: number | null;
  /** Rows of `branchId`, in no order: the page groups them by its own time. */
  rows: NeedRow[];
  list: Loadable<null>;
  more: Loadable<null>;
  next: string | null;
  /** Counts of `branchId`. */
  counts: Loadable<NeedsPayload>;
  /** Counts for everything that the user may see; the navigation shows what is due. */
  due: Loadable<NeedsPayload>;
  /** Number of loaded rows of the list of all kinds, without those of the eager kinds. */
  listed: number;
  /** When a load last included all listed rows, in ms since 1970. */
  wholeAt: number;
  /** Number of loads that began, of the list and of its continuations. */
  begun: number;
  /** The newest load whose answer was applied; older answers are ignored. */
  listLoad: number;
  /** Ids of rows that later pages added since `listLoad` began, so that its answer does not remove them. */
  added: number[];
  /**
   * Changed applications, with the number of loads that began before the change and may return older rows. `row` is
   * null when the application needs nothing any more.
   */
  changed: Record<number, { begun: number; row: NeedRow | null }>;
  /** Pending and failed operations by application. */
  settle: Record<number, Loadable<null>>;
  snooze: Record<number, Loadable<null>>;
}

const initialState: TodayState = {
  isOpen: false,
  branchId: null,
  rows: [],
  list: init,
  more: init,
  next: null,
  counts: init,
  due: init,
  listed: 0,
  wholeAt: 0,
  begun: 0,
  listLoad: 0,
  added: [],
  changed: {},
  settle: {},
  snooze: {},
};

interface OfBranch {
  branchId: number | null;
}
interface OfLoad {
  load: number;
}
type LoadFailure = OfLoad & { failure: Failure };

/** Marks the conversation with an applicant as needing no answer, or takes that back. `name` is the applicant's. */
interface Settlement {
  applicationId: number;
  name: string;
  isUndone?: true;
}

/** Puts an application off until an instant (ISO); null brings it back. */
interface Snoozing {
  applicationId: number;
  name: string;
  until: string | null;
}

const withoutRow = (rows: NeedRow[], id: number): NeedRow[] => rows.filter((row) => row.id !== id);

/** Applies the newest state of an application: replaces, removes or adds its row. */
const receive = (state: TodayState, row: ApplicationRow) => {
  const before = state.rows.find(({ id }) => id === row.id);
  const need = needAfter(row, before?.need ?? null);
  const after: NeedRow | null = need && { ...row, need };
  state.changed[row.id] = { begun: state.begun, row: after };
  const isShown = state.branchId === null || row.job.userId === state.branchId;
  if (before && after) state.rows = state.rows.map((one) => (one.id === row.id ? after : one));
  else if (before) state.rows = withoutRow(state.rows, row.id);
  else if (after && isShown && state.list.status === 'loaded' && row.need !== undefined) state.rows.push(after);
};

/** Replaces rows that changed after the load began. */
const withChanges = ({ changed }: TodayState, rows: readonly NeedRow[], load: number): NeedRow[] =>
  rows.flatMap((row) => {
    const change = changed[row.id];
    return change === undefined || change.begun < load ? [row] : (change.row ?? []);
  });

const beginList = (state: TodayState) => {
  state.begun += 1;
  state.listLoad = state.begun;
  state.added = [];
};

export const today = operations<TodayState>('today');

const slice = createSlice({
  name: 'today',
  initialState,
  reducers: {
    /** The rows of the same branch stay while they load again. */
    todayOpened: (state, { payload: { branchId } }: PayloadAction<OfBranch>) => {
      if (state.branchId !== branchId || state.list.status !== 'loaded')
        Object.assign(state, { rows: [], list: loading, counts: loading, next: null, listed: 0 });
      Object.assign(state, { isOpen: true, branchId, more: init });
      beginList(state);
    },
    todayLeft: (state) => {
      state.isOpen = false;
      if (state.list.status === 'loading') state.list = init;
      state.more = init;
    },
    /** Something on the open page changed, or time passed. */
    refreshRequested: beginList,
    listLoaded: (state, { payload }: PayloadAction<OfLoad & FirstRows & { counts: NeedsPayload; now: number }>) => {
      const { load, rows, next, listed, last, counts, now } = payload;
      if (load !== state.listLoad) return;
      const known = new Set(rows.map(({ id }) => id));
      const isPart = last !== null && listed < state.listed;
      const isKept = (row: NeedRow) => state.added.includes(row.id) || (isPart && comesAfter(row, last, now));
      const kept = state.rows.filter((row) => !known.has(row.id) && isKept(row));
      state.rows = [...withChanges(state, rows, load), ...kept];
      if (!isPart) state.wholeAt = now;
      if (!isPart && state.added.length === 0) Object.assign(state, { next, listed });
      state.list = done;
      state.counts = loaded(counts);
      if (state.branchId === null) state.due = loaded(counts);
    },
    listFailed: (state, { payload: { load, failure } }: PayloadAction<LoadFailure>) => {
      if (load !== state.listLoad) return;
      state.list = refused(state.list, failure);
      state.counts = refused(state.counts, failure);
    },
    moreRequested: (state) => {
      if (state.next === null || state.list.status !== 'loaded') return;
      state.begun += 1;
      state.more = loading;
    },
    moreLoaded: (state, { payload: { load, rows, next } }: PayloadAction<OfLoad & NeedPage>) => {
      const known = new Set(state.rows.map(({ id }) => id));
      state.rows.push(...withChanges(state, rows, load).filter(({ id }) => !known.has(id)));
      state.added.push(...rows.map(({ id }) => id));
      state.listed += rows.length;
      state.next = next;
      state.more = done;
    },
    moreFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.more = failed(payload);
    },
    countsRequested: (state) => {
      state.due = requested(state.due);
    },
    countsLoaded: (state, { payload }: PayloadAction<NeedsPayload>) => {
      state.due = loaded(payload);
    },
    countsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.due = refused(state.due, payload);
    },
  },
  extraReducers: (builder) => {
    // The job is closed or wants more people, so it is no longer filled. The next load shows all other changes.
    builder.addCase(jobSaved, ({ counts }, { payload: { job } }) => {
      const isFilled = job.status === 'active' && job.hiresWanted != null && (job.hired ?? 0) >= job.hiresWanted;
      if (isFilled || counts.status !== 'loaded') return;
      counts.data.filled = counts.data.filled?.filter(({ id }) => id !== job.id);
    });
    builder.addMatcher(isAnyOf(decisionChanged, rowRefreshed, shortlistChanged), (state, { payload }) => {
      if (hasNeed(payload) || state.rows.some(({ id }) => id === payload.id)) receive(state, payload);
    });
    today.reduce(builder);
  },
});

export const todayReducer = slice.reducer;
export const todayActions = slice.actions;
export const { todayOpened, todayLeft, moreRequested, countsRequested } = slice.actions;

interface Root {
  today: TodayState;
}

export const selectToday = (state: Root) => state.today;
/** True while the server settles the conversation or puts the application off. */
export const selectIsTodayPending =
  (id: number) =>
  ({ today: { settle, snooze } }: Root): boolean =>
    settle[id]?.status === 'loading' || snooze[id]?.status === 'loading';

/** Settles the conversation up to the newest message on the page; the row stays if a newer one has arrived. */
export const settleSubmitted = today.change('settleSubmitted', {
  field: 'settle',
  call: async (api, { applicationId: id, isUndone }: Settlement, { rows }) => {
    const number = isUndone ? 0 : (rows.find((row) => row.id === id)?.need.number ?? 0);
    const body = { kind: 'answer' as const, number };
    return (await api.call('PUT /job/application/:id/settle', { params: { id }, body })).application;
  },
  key: ({ applicationId }) => applicationId,
  when: ({ rows }, { applicationId, isUndone }) =>
    isUndone || rows.find(({ id }) => id === applicationId)?.need.number !== undefined,
  loaded: receive,
  *after({ need }, { applicationId, name, isUndone }) {
    if (isUndone) return;
    if (need?.kind === 'answer') yield* notify({ id: 'today.settle.newer', values: { name }, kind: 'info' });
    else {
      const undo: UnknownAction = settleSubmitted({ applicationId, name, isUndone: true });
      yield* notify({ id: 'today.settle.done', values: { name }, kind: 'success', undo });
    }
  },
  afterFailure: (failure, { name, isUndone }) => {
    const id = isUndone ? 'agenda.undo.failed' : 'today.settle.failed';
    return notify({ id, values: { name }, kind: 'error', failure: causeOf(failure) });
  },
});

export const snoozeSubmitted = today.change('snoozeSubmitted', {
  field: 'snooze',
  call: async (api, { applicationId: id, until }: Snoozing) =>
    (await api.call('PUT /job/application/:id/snooze', { params: { id }, body: { until } })).application,
  key: ({ applicationId }) => applicationId,
  loaded: receive,
  *after(row, { applicationId, name, until }) {
    if (until === null || !hasNeed(row)) return;
    const undo: UnknownAction = snoozeSubmitted({ applicationId, name, until: null });
    yield* notify({ id: 'today.snooze.done', values: { name }, kind: 'success', undo });
  },
  afterFailure: (failure, { name }) =>
    notify({ id: 'today.snooze.failed', values: { name }, kind: 'error', failure: causeOf(failure) }),
});
