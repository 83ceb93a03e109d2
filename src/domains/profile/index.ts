export type { UserSession } from '../../../contract/schemas/account';
export type { OrganisationSettings } from '../../../contract/schemas/organisation';
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
export { organisationSettingsReducer, settingsRequested, settingsSubmitted } from './settingsSlice';
export { othersEndRequested, signInEndRequested, signInsReducer, signInsRequested } from './signInsSlice';
export * from './rules';
export * from './selectors';
export { profileSaga } from './saga';
