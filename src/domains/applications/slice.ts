import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ApplicationRow, StageCounts } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';
import { emptyList, originalRows, pagedList, type FailureOf, type PageOf } from '../kit/pagedList';
import { applicantActions } from './applicantSlice';
import { changeKnown, changeWhole, keepOnly, knownIn, storeRows, storeWhole } from './entities';
import {
  decide,
  leaveShortlist,
  noteChange,
  pageToOpen,
  receiveRows,
  shiftRows,
  withReturned,
  type List,
} from './list';
import { countSameStages, emptyFilters, isSameQuery, type ApplicationsQuery } from './query';
import { isInTab, PAGE_SIZE } from './rules';
import { waitingActions } from './waiting';

export interface ApplicationsState extends List {
  /** Pending or failed shortlist changes by application. */
  shortlist: Record<number, Loadable<null>>;
  seen: Record<number, Loadable<null>>;
}

type LoadedPage = PayloadAction<PageOf<ApplicationsQuery, ApplicationRow>>;
type FailedCount = PayloadAction<FailureOf<ApplicationsQuery>>;

const initialState: ApplicationsState = {
  ...emptyList<ApplicationsQuery, number>({ tab: 'all', jobId: null, filters: emptyFilters }),
  known: {},
  prefetched: [],
  changed: {},
  left: null,
  counts: init,
  stages: init,
  shortlist: {},
  seen: {},
};

const paged = pagedList<ApplicationsQuery, number>(isSameQuery);

/**
 * Stores an application after a change. A row that leaves the shortlist leaves its list; a row that was just seen stays
 * in a list of unseen ones while the user works through it.
 */
const receive = (state: ApplicationsState, row: ApplicationRow) => {
  storeRows(state, [row]);
  leaveShortlist(state, row);
};

/** An application gained or lost an appointment, or the applicant cancelled it. */
export const appointmentChanged = createAction<{ applicationId: number }>('applications/appointmentChanged');

/** Applications of an owner arrived or changed in any session; without ids when too many did. */
export const applicationsChangedElsewhere = createAction<{
  ids: number[];
  reason: 'arrived' | 'decided' | 'attendance' | 'need' | 'stage';
  userId: number;
}>('applications/changedElsewhere');

/** The event stream has just begun, so that earlier changes of others may have been missed. */
export const changesMissed = createAction('applications/changesMissed');

const slice = createSlice({
  name: 'applications',
  initialState,
  reducers: {
    ...paged.reducers,
    /** Opens a list and loads pages 1 to `page` of the address. */
    listOpened: (state, { payload }: PayloadAction<{ query: ApplicationsQuery; page: number }>) => {
      const query = pageToOpen(state, payload.query);
      // Rows of other filters may stay until the new ones arrive; rows of another job or tab would appear under the
      // wrong title.
      const isSameList = query.tab === state.query.tab && query.jobId === state.query.jobId;
      const keepsStages = countSameStages(query, state.query);
      paged.open(state, query, isSameList);
      Object.assign(state, { prefetched: [], changed: {} });
      state.rowsToLoad = payload.page * PAGE_SIZE;
      if (!isSameList) state.counts = init;
      if (!keepsStages) state.stages = init;
    },
    listLoaded: (state, { payload, type }: LoadedPage) => {
      if (!isSameQuery(payload.query, state.query)) return;
      const rows = withReturned(state, receiveRows(state, payload.rows));
      paged.reducers.listLoaded(state, { type, payload: { ...payload, rows } });
      const listed = new Set(rows);
      state.prefetched = state.prefetched.filter((id) => !listed.has(id));
      if (rows.length > PAGE_SIZE) shiftRows(state);
    },
    endReached: (state) => {
      if (state.more.status !== 'loading') state.changed = {};
      paged.reducers.endReached(state);
    },
    moreLoaded: (state, { payload, type }: LoadedPage) => {
      if (!isSameQuery(payload.query, state.query)) return;
      paged.reducers.moreLoaded(state, { type, payload: { ...payload, rows: receiveRows(state, payload.rows) } });
    },
    retried: () => {},
    countsRequested: (state) => {
      state.counts = requested(state.counts);
    },
    countsLoaded: (
      state,
      { payload }: PayloadAction<{ query: ApplicationsQuery; filtered: number; total: number }>,
    ) => {
      const { query, ...counts } = payload;
      if (isSameQuery(query, state.query)) state.counts = loaded(counts);
    },
    countsFailed: (state, { payload }: FailedCount) => {
      if (isSameQuery(payload.query, state.query)) state.counts = failed(payload.failure);
    },
    stagesRequested: (state) => {
      state.stages = requested(state.stages);
    },
    stagesLoaded: (state, { payload }: PayloadAction<{ query: ApplicationsQuery; stages: StageCounts }>) => {
      if (countSameStages(payload.query, state.query)) state.stages = loaded(payload.stages);
    },
    stagesFailed: (state, { payload }: FailedCount) => {
      if (countSameStages(payload.query, state.query)) state.stages = refused(state.stages, payload.failure);
    },
    /** The user declined or reopened an application: the payload is its new row. */
    decisionChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      noteChange(state, payload.id, true);
      decide(state, payload);
      storeRows(state, [payload]);
    },
    /** The page shows one of the last rows of a numbered page: the saga loads the rows after it. */
    prefetchRequested: () => {},
    prefetchLoaded: (state, { payload }: PayloadAction<{ query: ApplicationsQuery; rows: ApplicationRow[] }>) => {
      if (!state.isCurrent || !isSameQuery(payload.query, state.query)) return;
      const known = new Set([...originalRows(state), ...state.prefetched]);
      const rows = payload.rows.filter(({ id }) => !known.has(id));
      storeRows(state, rows);
      state.prefetched.push(...rows.map(({ id }) => id));
      shiftRows(state);
    },
    shortlistToggled: (state, { payload }: PayloadAction<{ id: number; isShortlisted: boolean }>) => {
      state.shortlist[payload.id] = loading;
    },
    /** The server's response is the new row; the flag changes only now. See docs/PRODUCT.md#shortlist. */
    shortlistChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      delete state.shortlist[payload.id];
      noteChange(state, payload.id);
      receive(state, payload);
    },
    shortlistFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.shortlist[payload.id] = failed(payload.failure);
    },
    /** Updates a row after a change of its appointment or feedback, without reloading the list. */
    rowChanged: (state, { payload }: PayloadAction<Pick<ApplicationRow, 'id'> & Partial<ApplicationRow>>) => {
      const row = changeKnown(state, payload.id, payload);
      if (row) leaveShortlist(state, row);
    },
    /** Stores the current row after a change by others, or after the user's change that decides nothing. */
    rowRefreshed: (state, { payload }: PayloadAction<ApplicationRow>) => {
      noteChange(state, payload.id);
      receive(state, payload);
      // A prefetched row is on no screen yet, so it need not stay in its place.
      if (!isInTab(state.query.tab, payload)) state.prefetched = state.prefetched.filter((id) => id !== payload.id);
    },
    reloadRequested: () => {},
    /**
     * Keeps the order of the rows and adds none, so that nothing moves except where rows have left the list. `left`:
     * their ids.
     */
    rowsReloaded: (
      state,
      { payload }: PayloadAction<{ query: ApplicationsQuery; rows: ApplicationRow[]; left: number[] }>,
    ) => {
      if (!isSameQuery(payload.query, state.query)) return;
      const items = originalRows(state);
      const [shown, left] = [new Set(items), new Set(payload.left)];
      storeRows(
        state,
        payload.rows.filter(({ id }) => shown.has(id)),
      );
      if (left.size > 0) state.items = items.filter((id) => !left.has(id));
    },
    /** Marks the row as seen at once; a failure reverts it. Only unseen rows are ever marked. */
    seenRequested: (state, { payload: { id } }: PayloadAction<{ id: number }>) => {
      state.seen[id] = loading;
      changeKnown(state, id, { isSeen: true });
    },
    seenChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      state.seen[payload.id] = done;
      if (knownIn(state)[payload.id]) receive(state, payload);
    },
    seenFailed: (state, { payload: { id, failure } }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.seen[id] = failed(failure);
      changeKnown(state, id, { isSeen: false });
    },
    /** Drops the applications that neither the list nor `ids` name. */
    unusedDropped: (state, { payload }: PayloadAction<{ ids: number[] }>) => {
      const changed = Object.keys(state.changed).map(Number);
      keepOnly(state, new Set([...originalRows(state), ...state.prefetched, ...changed, ...payload.ids]));
    },
  },
  extraReducers: (builder) => {
    const { applicantLoaded, applicantPreloaded, detailChanged } = applicantActions;
    const { commentAdded, commentSaved, commentFailed } = applicantActions;
    builder
      // The change waits for the network.
      .addCase(waitingActions.decisionQueued, (state, { payload }) => {
        delete state.shortlist[payload.applicationId];
      })
      .addCase(applicantLoaded, (state, { payload }) => {
        storeWhole(state, payload);
        noteChange(state, payload.id);
      })
      // A preload may be older than a change of the same application.
      .addCase(applicantPreloaded, (state, { payload }) => storeWhole(state, payload, true))
      .addCase(detailChanged, (state, { payload: { applicationId, changes } }) => {
        if (changes) changeWhole(state, applicationId, () => changes);
      })
      .addCase(commentAdded, (state, { payload: { applicationId, comment } }) =>
        changeWhole(state, applicationId, ({ comments }) => ({ comments: [comment, ...comments] })),
      )
      .addMatcher(isAnyOf(commentSaved, commentFailed), (state, { payload }) => {
        const saved = 'comment' in payload ? [payload.comment] : [];
        changeWhole(state, payload.applicationId, ({ comments }) => ({
          comments: comments.flatMap((one) => (one.id === payload.temporaryId ? saved : one)),
        }));
      });
  },
});

export const applicationsReducer = slice.reducer;
export const applicationsActions = slice.actions;
export const {
  listOpened,
  endReached,
  listLeft,
  retried,
  countsRequested,
  shortlistToggled,
  shortlistChanged,
  shortlistFailed,
  rowChanged,
  rowRefreshed,
  rowsReloaded,
  decisionChanged,
  prefetchRequested,
  seenRequested,
} = slice.actions;

/** Applications that arrived since the list was loaded. */
export interface ArrivalsState {
  ids: number[];
  /** Arrivals that the server must match against the list. */
  unchecked: number[];
  /** True when too many arrived for the server to name them. */
  isCountUnknown: boolean;
  /** The newest application when the list was loaded; null if the list does not begin with the newest. */
  newestId: number | null;
}

const noArrivals: ArrivalsState = { ids: [], unchecked: [], isCountUnknown: false, newestId: null };

const union = (one: readonly number[], other: readonly number[]): number[] => [...new Set([...one, ...other])];

const arrivalsSlice = createSlice({
  name: 'arrivals',
  initialState: noArrivals,
  reducers: {
    arrivalsReceived: (state, { payload }: PayloadAction<{ ids: number[] }>) => {
      state.ids = union(state.ids, payload.ids);
      state.isCountUnknown ||= payload.ids.length === 0;
    },
    checkRequested: (state, { payload }: PayloadAction<{ ids: number[] }>) => {
      state.unchecked = union(state.unchecked, payload.ids);
    },
    /** The server said which of the `checked` ones match the list. */
    arrivalsChecked: (state, { payload }: PayloadAction<{ checked: number[]; matching: number[] }>) => {
      state.unchecked = state.unchecked.filter((id) => !payload.checked.includes(id));
      state.ids = union(state.ids, payload.matching);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(slice.actions.listLoaded, (_state, { payload: { query, rows } }) => {
      const { sort = 'newest', onlyPage = 1 } = query;
      return { ...noArrivals, newestId: sort === 'newest' && onlyPage === 1 ? (rows[0]?.id ?? 0) : null };
    });
  },
});

export const arrivalsReducer = arrivalsSlice.reducer;
export const { arrivalsReceived, checkRequested, arrivalsChecked } = arrivalsSlice.actions;
