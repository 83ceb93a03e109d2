export type { SavedView } from '../../../contract/schemas/views';
export { isSameQuery, placeOf, queryOf, type Place } from './rules';
export { viewsSaga } from './saga';
export { selectViewList, selectViews } from './selectors';
export { changeSubmitted, dialogOpened, removalSubmitted, viewsReducer, viewsRequested, viewSubmitted } from './slice';
