export type { BulkItem, BulkPreview, BulkPreviewBody, BulkSkip } from '../../../contract/schemas/bulks';
export type { BulkAction, BulkOutcome } from '../../../contract/constants/bulks';
export type { PendingBulksState } from './pending';
export type { Bulk } from './rules';
export { pendingBulksReducer } from './pending';
export { canUndo, chosenBody, chosenCount, handledCount, isFinished, ITEMS_PAGE, markedIds, rangeOf } from './rules';
export {
  allChosen,
  bulkDismissed,
  bulkRequested,
  bulksReducer,
  choosingBegun,
  dialogClosed,
  dialogOpened,
  itemsRequested,
  previewRequested,
  recentRequested,
  rowsTicked,
  selectionCleared,
  undoRequested,
} from './slice';
export { selectBulks, selectIsChoosing, selectIsChosen, selectSelection, selectShownBulk } from './selectors';
export { bulksSaga } from './saga';
