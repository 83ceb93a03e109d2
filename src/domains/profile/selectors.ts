import { createSelector } from '@reduxjs/toolkit';
import { dataOr } from '../kit/loadable';
import { hasTaxOffice } from './rules';
import type { SignInsState } from './signInsSlice';
import type { ProfileState } from './slice';

interface Root {
  profile: ProfileState;
  signIns: SignInsState;
}

export const selectProfile = (state: Root) => state.profile;
export const selectProfileForm = (state: Root) => state.profile.form;
/** Returns false until the form's definition has loaded. */
export const selectHasTaxOffice = createSelector(selectProfileForm, (form) => hasTaxOffice(dataOr(form, [])));
export const selectSignIns = (state: Root) => state.signIns;
