export { carriedReason, mayStayUntold, tellState, type TellState } from './rules';
export type { AppointmentQuestion, LastDecision } from './slice';
export {
  changeRequested,
  declined,
  declineRequested,
  decisionsReducer,
  lastDismissed,
  questionClosed,
  reopened,
  reopenRequested,
  shortlistRequested,
} from './slice';
export {
  selectDeclineState,
  selectDecisions,
  selectIsChangePending,
  selectIsDecisionPending,
  selectLastDecision,
  selectQuestion,
} from './selectors';
export { decisionsSaga } from './saga';
