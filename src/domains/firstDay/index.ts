export { firstDayStage, undoEndsAt } from './rules';
export { dueRequested, firstDayOpened, firstDayReducer, firstDaySubmitted, outcomeSubmitted } from './slice';
export { selectDueFirstDays, selectFirstDaySave, selectIsOutcomePending } from './selectors';
export { firstDaySaga } from './saga';
