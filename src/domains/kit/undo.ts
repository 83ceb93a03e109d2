import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What the user can take back now, by kind. A known application stays while an entry names its `applicationId`. */
export type UndoState = Record<string, object | undefined>;

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

/** Returns the events and the selector of one kind of thing that the user can take back. */
export const undoOf = <T extends object>(kind: string) => ({
  offer: (what: T) => undoOffered({ kind, what }),
  withdraw: () => undoWithdrawn({ kind }),
  select: ({ undo }: Root): T | null => (undo[kind] as T | undefined) ?? null,
});

/** Returns the ids of the applications that something to take back names. */
export const undoableApplications = ({ undo }: Root): number[] =>
  Object.values(undo).flatMap((what) => (what as { applicationId?: number } | undefined)?.applicationId ?? []);
