import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { BulkAction } from '../../../contract/constants/bulks';
import type { BulkBody, BulkPreview, BulkPreviewBody, BulkItem } from '../../../contract/schemas/bulks';
import { decisionChanged, isInTab, listOpened, rowRefreshed, rowsReloaded, shortlistChanged } from '../applications';
import { pushReceived } from '../chat';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import {
  bodyKey,
  emptySelection,
  isFinished,
  selectionFor,
  withMarks,
  type Bulk,
  type Selection,
  type ItemsQuery,
} from './rules';
import type { PendingBulksState } from './saga';

interface BulkItemsPage {
  rows: BulkItem[];
  total: number;
}

interface BulksState {
  selection: Selection;
  /** The action whose dialog is open. */
  dialog: BulkAction | null;
  /** The last previewed request; responses to another one are ignored. */
  previewed: BulkPreviewBody | null;
  preview: Loadable<BulkPreview>;
  start: Loadable<null>;
  /** The last request with its Idempotency-Key, so that a repeat starts nothing twice. */
  attempt: { bodyText: string; attemptKey: string } | null;
  /** Number of handled applications by bulk action, from the last event of the stream. */
  handled: Record<string, number>;
  /** Ids of the bulk actions that the progress bar shows, newest first. */
  shown: string[];
  /** Pending or failed undos by bulk action. */
  undos: Record<string, Loadable<null>>;
  bulks: Record<string, Bulk>;
  /** The user's recent bulk actions as they were read, newest first; `bulks` has the newest of each. */
  recent: Loadable<Bulk[]>;
  itemsQuery: ItemsQuery | null;
  items: Loadable<BulkItemsPage>;
}

const initialState: BulksState = {
  selection: emptySelection(null),
  dialog: null,
  previewed: null,
  preview: init,
  start: init,
  attempt: null,
  handled: {},
  shown: [],
  undos: {},
  bulks: {},
  recent: init,
  itemsQuery: null,
  items: init,
};

/** A bulk action and the user who started it. */
interface OwnedBulk {
  bulk: Bulk;
  ownerId: number;
}

const show = (state: BulksState, bulk: Bulk) => {
  const { id, undoOf } = bulk;
  state.bulks[id] = bulk;
  // The bar shows the undo in place of what it reverts.
  state.shown = [id, ...state.shown.filter((shown) => shown !== id && shown !== undoOf)];
  const reverted = undoOf === null ? undefined : state.bulks[undoOf];
  if (reverted) reverted.undoneBy = id;
  if (undoOf !== null) delete state.undos[undoOf];
};

/** Drops marks of rows that left the list. With `isAll`, marks are exceptions and are kept. */
const unmark = ({ selection: { isAll, marks } }: BulksState, ids: readonly number[]) => {
  if (!isAll) for (const id of ids) delete marks[id];
};

export const bulkOperations = operations<BulksState>('bulks');

const slice = createSlice({
  name: 'bulks',
  initialState,
  reducers: {
    rowsTicked: (state, { payload }: PayloadAction<{ ids: number[]; isTicked: boolean; anchor: number }>) => {
      state.selection.marks = withMarks(state.selection, payload.ids, payload.isTicked);
      state.selection.anchor = payload.anchor;
    },
    choosingBegun: (state) => {
      state.selection.hasBegun = true;
    },
    /** Chooses everything that matches the list's query. */
    allChosen: (state) => {
      state.selection = { ...emptySelection(state.selection.listed), isAll: true };
    },
    selectionCleared: (state) => {
      state.selection = emptySelection(state.selection.listed);
    },
    dialogOpened: (state, { payload }: PayloadAction<{ action: BulkAction }>) => {
      Object.assign(state, { dialog: payload.action, preview: init, previewed: null, start: init });
    },
    dialogClosed: (state) => {
      state.dialog = null;
    },
    bulkRequested: (state, _event: PayloadAction<BulkBody>) => {
      state.start = loading;
    },
    attemptStarted: (state, { payload }: PayloadAction<BulksState['attempt']>) => {
      state.attempt = payload;
    },
    /** The server accepted the bulk action of the dialog. */
    bulkStarted: (state, { payload: { bulk } }: PayloadAction<OwnedBulk>) => {
      const selection = emptySelection(state.selection.listed);
      Object.assign(state, { start: done, dialog: null, selection });
      show(state, bulk);
    },
    /** A bulk action that began elsewhere: in another tab, before a reload, by closing a job, as an undo. */
    bulkFound: (state, { payload: { bulk } }: PayloadAction<OwnedBulk>) => show(state, bulk),
    bulkRefused: (state, { payload }: PayloadAction<Failure>) => {
      state.start = failed(payload);
      // The shown number is out of date until the server has counted again.
      if (payload.matches !== undefined) state.preview = init;
    },
    bulkLoaded: (state, { payload }: PayloadAction<Bulk>) => {
      state.bulks[payload.id] = payload;
    },
    /** The server no longer has this bulk action. */
    bulkGone: (state, { payload: { bulkId } }: PayloadAction<{ bulkId: string }>) => {
      state.shown = state.shown.filter((id) => id !== bulkId);
    },
    /** A bulk action of this user is not known here yet. */
    bulkNoted: (_state, _event: PayloadAction<{ bulkId: string; ownerId: number }>) => {},
    /** Asks the server for the unfinished bulk actions at once. */
    checkRequested: () => {},
    bulkDismissed: (state, { payload: { bulkId } }: PayloadAction<{ bulkId: string }>) => {
      state.shown = state.shown.filter((id) => id !== bulkId);
    },
    undoRequested: (state, { payload: { bulkId } }: PayloadAction<{ bulkId: string }>) => {
      state.undos[bulkId] = loading;
    },
    undoFailed: (state, { payload }: PayloadAction<{ bulkId: string; failure: Failure }>) => {
      state.undos[payload.bulkId] = failed(payload.failure);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(listOpened, (state, { payload }) => {
        const selection = selectionFor(state.selection, payload.query);
        // A dialog must not open again for other rows.
        if (selection !== state.selection) state.dialog = null;
        state.selection = selection;
      })
      .addCase(pushReceived, (state, { payload }) => {
        if (payload.type !== 'bulk') return;
        const bulk = state.bulks[payload.bulkId];
        if (bulk && !isFinished(bulk)) state.handled[payload.bulkId] = payload.done;
      })
      .addCase(rowsReloaded, (state, { payload }) => unmark(state, payload.left))
      .addMatcher(isAnyOf(decisionChanged, shortlistChanged, rowRefreshed), (state, { payload: row }) => {
        const { listed } = state.selection;
        if (listed && !isInTab(listed.tab, row)) unmark(state, [row.id]);
      });
    bulkOperations.reduce(builder);
  },
});

export const bulksReducer = slice.reducer;
export const bulksActions = slice.actions;
export const {
  rowsTicked,
  choosingBegun,
  allChosen,
  selectionCleared,
  dialogOpened,
  dialogClosed,
  bulkRequested,
  bulkDismissed,
  undoRequested,
} = slice.actions;

// saga.ts loads later and adds the calls.
export const previewRequested = bulkOperations.read('previewRequested', {
  field: 'preview',
  forgets: 'atFailure',
  start: (state, body: BulkPreviewBody) => {
    state.previewed = body;
  },
  isCurrent: ({ previewed }, body) => previewed !== null && bodyKey(previewed) === bodyKey(body),
});

export const itemsRequested = bulkOperations.read('itemsRequested', {
  field: 'items',
  forgets: 'atStart',
  start: (state, itemsQuery: ItemsQuery) => {
    state.itemsQuery = itemsQuery;
  },
  isCurrent: ({ itemsQuery }, { bulkId, outcome, page }) =>
    itemsQuery?.bulkId === bulkId && itemsQuery.outcome === outcome && itemsQuery.page === page,
});

export const recentRequested = bulkOperations.read('recentRequested', {
  field: 'recent',
  loaded: ({ bulks }, recent) => {
    for (const bulk of recent) bulks[bulk.id] = bulk;
  },
});

interface Root {
  bulks: BulksState;
}

export const selectBulks = (state: Root) => state.bulks;
export const selectPendingBulks = (state: { pendingBulks: PendingBulksState }) => state.pendingBulks.bulks;

export const selectSelection = (state: Root) => state.bulks.selection;
export const selectIsChosen =
  (id: number) =>
  ({ bulks: { selection } }: Root): boolean =>
    selection.isAll !== (selection.marks[id] ?? false);
/** True while at least one row is chosen, or after the user has begun to choose. */
export const selectIsChoosing = ({ bulks: { selection } }: Root): boolean => {
  if (selection.isAll || selection.hasBegun) return true;
  for (const _id in selection.marks) return true;
  return false;
};

export const selectBulk =
  (id: string) =>
  (state: Root): Bulk | undefined =>
    state.bulks.bulks[id];
/** Returns the bulk action that the progress bar shows. */
export const selectShownBulk = ({ bulks: { shown, bulks } }: Root): Bulk | null => bulks[shown[0] ?? ''] ?? null;
