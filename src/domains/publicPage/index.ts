export type { PublicPage } from '../../../contract/schemas/publicPage';
export { hasFigures, totalsOf } from './rules';
export { publicPageReducer, introSubmitted, pageOpened, pageSwitched, posterRequested, qrRequested } from './slice';
export { selectPublicPage } from './selectors';
export { publicPageSaga } from './saga';
