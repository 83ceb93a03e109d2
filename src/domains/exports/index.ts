export type { ExportQuery } from './rules';
export type { PendingExportState } from './pending';
export { pendingExportReducer } from './pending';
export { exportQuery } from './rules';
export {
  countRequested,
  cvMailSubmitted,
  cvRequested,
  dialogClosed,
  dialogOpened,
  excelMailSubmitted,
  exportsReducer,
  workbookDismissed,
  workbookRequested,
} from './slice';
export { selectExports } from './selectors';
export { exportsSaga } from './saga';
