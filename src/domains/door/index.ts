export type { BranchPage } from '../../../contract/schemas/door';
export { hasFigures, totalsOf } from './rules';
export { doorReducer, introSubmitted, pageOpened, pageSwitched, posterRequested, qrRequested } from './slice';
export { selectDoor } from './selectors';
export { doorSaga } from './saga';
