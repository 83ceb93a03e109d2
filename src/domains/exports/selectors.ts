import type { PendingExportState } from './pending';
import type { ExportsState } from './slice';

interface Root {
  exports: ExportsState;
}

export const selectExports = (state: Root) => state.exports;
export const selectPendingExport = (state: { pendingExport: PendingExportState }) => state.pendingExport.export;
