export type { ExportQuery } from './rules';
export type { ExportsState } from './slice';
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
