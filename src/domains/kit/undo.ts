import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What the user can undo now, by kind. An application stays in the store while an entry has its `applicationId`. */
type UndoState = Record<string, object | undefined>;

interface Root {
  undo: UndoState;
}

const slice = createSlice({
  name: 'undo',
  initialState: {} as UndoState,
  reducers: {
    undoOffered: (state, { payload }: PayloadAction<{ kind: string; what: object }>) => {
      state[payload.kind] = payload.what;
    },
    undoWithdrawn: (state, { payload }: PayloadAction<{ kind: string }>) => {
      delete state[payload.kind];
    },
  },
});

export const undoReducer = slice.reducer;
export const { undoOffered, undoWithdrawn } = slice.actions;

/** Returns the events and the selector for one kind of undo. */
export const undoOf = <T extends object>(kind: string) => ({
  offer: (what: T) => undoOffered({ kind, what }),
  withdraw: () => undoWithdrawn({ kind }),
  select: ({ undo }: Root): T | null => (undo[kind] as T | undefined) ?? null,
});

/** Returns the ids of the applications that an undo needs. */
export const undoableApplications = ({ undo }: Root): number[] =>
  Object.values(undo).flatMap((what) => (what as { applicationId?: number } | undefined)?.applicationId ?? []);
