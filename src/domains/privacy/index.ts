export type { Hold, PrivacyRequest } from '../../../contract/schemas/privacy';
export { countOverdue, daysLeft, isUrgent, peopleDue } from './rules';
export { privacySaga } from './saga';
export { holdDialogClosed, holdDialogOpened, holdReducer, holdSubmitted } from './holdSlice';
export { selectHolds, selectPrivacy } from './selectors';
export {
  answerDialogClosed,
  answerDialogOpened,
  answerSubmitted,
  dueFileRequested,
  eraseDialogClosed,
  eraseDialogOpened,
  eraseSubmitted,
  fileRequested,
  filtersSubmitted,
  monthsSubmitted,
  openCountRequested,
  privacyOpened,
  privacyReducer,
  type Listed,
  type Overview,
  type Person,
  type PersonWithHold,
} from './slice';
