import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut } from '../session';
import { exportsActions, workbookDismissed, workbookRequested } from './slice';

/** The workbook that the server makes in the background; stored, so that a reloaded page finds it again. */
export interface PendingExportState {
  export: { id: string; ownerId: number } | null;
}

const initialState: PendingExportState = { export: null };

const forget = (state: PendingExportState) => {
  state.export = null;
};

const slice = createSlice({
  name: 'pendingExport',
  initialState,
  reducers: {
    exportBegun: (state, { payload }: PayloadAction<{ id: string; ownerId: number }>) => {
      state.export = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(workbookRequested, forget)
      .addCase(workbookDismissed, forget)
      .addCase(exportsActions.workbookLoaded, forget)
      .addCase(exportsActions.workbookFailed, forget)
      .addCase(loggedOut, forget);
  },
});

export const pendingExportReducer = slice.reducer;
export const { exportBegun } = slice.actions;
