export type { PrivacyRequest } from '../../../contract/schemas/privacy';
export { daysLeft, isUrgent, peopleDue } from './rules';
export { privacySaga } from './saga';
export { selectPrivacy } from './selectors';
export {
  eraseDialogClosed,
  eraseDialogOpened,
  eraseSubmitted,
  fileRequested,
  monthsSubmitted,
  privacyOpened,
  privacyReducer,
  type Overview,
  type Person,
} from './slice';
