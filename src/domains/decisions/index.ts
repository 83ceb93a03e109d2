export { carriedReason, mayStayUntold } from './rules';
export type { AppointmentQuestion, LastDecision } from './slice';
export {
  changeRequested,
  declineRequested,
  decisionsReducer,
  lastDismissed,
  questionClosed,
  reopenRequested,
  shortlistRequested,
} from './slice';
export {
  selectDeclineState,
  selectIsChangePending,
  selectIsDecisionPending,
  selectLastDecision,
  selectQuestion,
} from './selectors';
export { decisionsSaga } from './saga';
