export type { UserSession } from '../../../contract/schemas/account';
export type { FormField } from '../../../contract/schemas/reference';
export {
  editLeft,
  editOpened,
  formRequested,
  phoneProofNeeded,
  photoChosen,
  photoDropped,
  profileReducer,
  saveSubmitted,
} from './slice';
export { othersEndRequested, signInEndRequested, signInsReducer, signInsRequested } from './signInsSlice';
export * from './rules';
export * from './selectors';
export { profileSaga } from './saga';
