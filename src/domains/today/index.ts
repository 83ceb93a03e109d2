export type { NeedRow, TodayGroup, TodayGroups, TodayRow } from './rules';
export { groupsOf, snoozesAt } from './rules';
export { moreRequested, settleSubmitted, snoozeSubmitted, todayLeft, todayOpened, todayReducer } from './slice';
export { selectDueCount } from './selectDueCount';
export { selectIsTodayPending, selectLastMessage, selectToday } from './selectors';
export { todaySaga } from './saga';
