import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut } from '../session';
import { exportsActions, workbookDismissed, workbookRequested } from './slice';

/** The workbook that the server makes in the background; stored, so that a reloaded page finds it again. */
export interface PendingExportState {
  export: { id: string; ownerId: number } | null;
}

const initialState: PendingExportState = { export: null };

const clearExport = (state: PendingExportState) => {
  state.export = null;
};

const slice = createSlice({
  name: 'pendingExport',
  initialState,
  reducers: {
    exportStarted: (state, { payload }: PayloadAction<{ id: string; ownerId: number }>) => {
      state.export = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(workbookRequested, clearExport)
      .addCase(workbookDismissed, clearExport)
      .addCase(exportsActions.workbookLoaded, clearExport)
      .addCase(exportsActions.workbookFailed, clearExport)
      .addCase(loggedOut, clearExport);
  },
});

export const pendingExportReducer = slice.reducer;
export const { exportStarted } = slice.actions;

export const selectPendingExport = (state: { pendingExport: PendingExportState }) => state.pendingExport.export;
