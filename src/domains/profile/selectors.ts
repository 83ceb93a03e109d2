import { createSelector } from '@reduxjs/toolkit';
import { dataOr } from '../kit/loadable';
import { hasTaxOffice } from './rules';
import type { SignInsState } from './signInsSlice';
import type { OrganisationSettingsState } from './settingsSlice';
import type { ProfileState } from './slice';

interface Root {
  profile: ProfileState;
  signIns: SignInsState;
  organisationSettings: OrganisationSettingsState;
}

export const selectProfile = (state: Root) => state.profile;
export const selectProfileForm = (state: Root) => state.profile.form;
/** Returns false until the form's definition has loaded. */
export const selectHasTaxOffice = createSelector(selectProfileForm, (form) => hasTaxOffice(dataOr(form, [])));
export const selectOrganisationSettings = (state: Root) => state.organisationSettings;
export const selectSignIns = (state: Root) => state.signIns;
