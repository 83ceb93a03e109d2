import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';
import { emptyList, originalRows, pagedList, type PagedList, type PageOf } from '../kit/pagedList';
import { countReducers, noCounts, type Counts } from './countReducers';
import { countRows, decide, shiftRows, type DecidedRow } from './decidedRows';
import { emptyFilters } from './filters';
import { noteChange, pageToOpen, withChanges, withReturned, type ChangedRows } from './loadingRows';
import { PAGE_SIZE, countSameRejected, isInTab, isSameQuery, type ApplicationsQuery } from './rules';

export interface ApplicationsState extends PagedList<ApplicationsQuery, ApplicationRow>, Counts {
  /** The application that was declined or reopened last, with the place from which it left a list. */
  lastDecided: DecidedRow | null;
  changed: ChangedRows;
  /** The rows after a numbered page: they take the places of declined ones and are the next applicants. */
  ahead: ApplicationRow[];
  /** Pending or failed shortlist changes by application. */
  shortlist: Record<number, Loadable<null>>;
  seen: Record<number, Loadable<null>>;
}

type LoadedPage = PayloadAction<PageOf<ApplicationsQuery, ApplicationRow>>;

const initialState: ApplicationsState = {
  ...emptyList<ApplicationsQuery, ApplicationRow>({ tab: 'all', jobId: null, filters: emptyFilters }),
  ...noCounts,
  lastDecided: null,
  changed: {},
  ahead: [],
  shortlist: {},
  seen: {},
};

const paged = pagedList<ApplicationsQuery, ApplicationRow>(isSameQuery);

/**
 * Replaces a row. A row that leaves the shortlist leaves its list; a row that was just seen stays in a list of unseen
 * ones while the user works through it.
 */
const replaceRow = (state: ApplicationsState, row: ApplicationRow) => {
  const at = originalRows(state).findIndex(({ id }) => id === row.id);
  if (at < 0) return;
  if (state.query.tab === 'shortListed' && !row.isShortListed) {
    state.items.splice(at, 1);
    countRows(state, -1);
    shiftRows(state);
  } else state.items[at] = row;
};

/** Marks a row as seen or, after a failure, as unseen again. Only unseen rows are ever marked. */
const markRow = (state: ApplicationsState, id: number, isSeen: boolean) => {
  const current = originalRows(state).find((row) => row.id === id);
  if (current) replaceRow(state, { ...current, isSeen });
};

/** An application gained or lost an appointment, or the applicant cancelled it. */
export const appointmentChanged = createAction<{ applicationId: number }>('applications/appointmentChanged');

/** Applications of an owner arrived or changed in any session; without ids when too many did. */
export const applicationsChangedElsewhere = createAction<{
  ids: number[];
  reason: 'arrived' | 'decided' | 'attendance' | 'need';
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
      const keepsRejected = isSameList && countSameRejected(query, state.query);
      paged.open(state, query, isSameList);
      Object.assign(state, { ahead: [], changed: {} });
      state.rowsToLoad = payload.page * PAGE_SIZE;
      if (!isSameList) state.counts = init;
      if (!keepsRejected) {
        state.rejected = init;
        state.declined = init;
      }
    },
    listLoaded: (state, { payload, type }: LoadedPage) => {
      const rows = withReturned(state, withChanges(state, payload.rows));
      paged.reducers.listLoaded(state, { type, payload: { ...payload, rows } });
      const listed = new Set(state.items.map(({ id }) => id));
      state.ahead = state.ahead.filter(({ id }) => !listed.has(id));
      if (state.items.length > PAGE_SIZE) shiftRows(state);
    },
    endReached: (state) => {
      if (state.more.status !== 'loading') state.changed = {};
      paged.reducers.endReached(state);
    },
    moreLoaded: (state, { payload, type }: LoadedPage) => {
      paged.reducers.moreLoaded(state, { type, payload: { ...payload, rows: withChanges(state, payload.rows) } });
    },
    retried: () => {},
    ...countReducers,
    /** The user declined or reopened an application: the payload is its new row. */
    decisionChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      noteChange(state, payload, true);
      decide(state, payload);
    },
    /** The page shows one of the last rows of a numbered page: the saga loads the rows after it. */
    aheadRequested: () => {},
    aheadLoaded: (state, { payload }: PayloadAction<{ query: ApplicationsQuery; rows: ApplicationRow[] }>) => {
      if (!state.isCurrent || !isSameQuery(payload.query, state.query)) return;
      const known = new Set([...originalRows(state), ...state.ahead].map(({ id }) => id));
      state.ahead.push(...payload.rows.filter(({ id }) => !known.has(id)));
      shiftRows(state);
    },
    shortlistToggled: (state, { payload }: PayloadAction<{ id: number; isShortlisted: boolean }>) => {
      state.shortlist[payload.id] = loading;
    },
    /** The server's response is the new row; the flag changes only now. See docs/PRODUCT.md#shortlist. */
    shortlistChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      delete state.shortlist[payload.id];
      noteChange(state, payload);
      replaceRow(state, payload);
    },
    shortlistFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.shortlist[payload.id] = failed(payload.failure);
    },
    /** Updates a row after a change of its appointment or feedback, without reloading the list. */
    rowChanged: (state, { payload }: PayloadAction<Pick<ApplicationRow, 'id'> & Partial<ApplicationRow>>) => {
      const current = originalRows(state).find(({ id }) => id === payload.id);
      if (current) replaceRow(state, { ...current, ...payload });
    },
    /** The row as it is now, after a change by others or one that decides nothing. */
    rowRefreshed: (state, { payload }: PayloadAction<ApplicationRow>) => {
      noteChange(state, payload);
      replaceRow(state, payload);
      // A row ahead is on no screen yet, so it need not stay in its place.
      if (!isInTab(state.query.tab, payload)) state.ahead = state.ahead.filter(({ id }) => id !== payload.id);
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
      const fresh = new Map(payload.rows.map((row) => [row.id, row]));
      const left = new Set(payload.left);
      state.items = originalRows(state).flatMap((row) => fresh.get(row.id) ?? (left.has(row.id) ? [] : row));
    },
    /** Marks the row as seen at once; a failure reverts it. */
    seenRequested: (state, { payload }: PayloadAction<{ id: number }>) => {
      state.seen[payload.id] = loading;
      markRow(state, payload.id, true);
    },
    seenChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      state.seen[payload.id] = done;
      replaceRow(state, payload);
    },
    seenFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.seen[payload.id] = failed(payload.failure);
      markRow(state, payload.id, false);
    },
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
  aheadRequested,
  seenRequested,
} = slice.actions;
