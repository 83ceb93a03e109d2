import type { NoticesState } from './slice';

export type { NoticesState, RaisedNotice } from './slice';
export { noticeClosed, noticeRaised, noticesReducer } from './slice';

export const selectNotices = (state: { notices: NoticesState }) => state.notices.queue;
export const selectPastNotices = (state: { notices: NoticesState }) => state.notices.past;
