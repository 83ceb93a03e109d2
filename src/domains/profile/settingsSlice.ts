import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OrganisationSettings, OrganisationSettingsBody } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';

export interface OrganisationSettingsState {
  settings: Loadable<OrganisationSettings>;
  save: Loadable<null>;
}

const initialState: OrganisationSettingsState = { settings: init, save: init };

const slice = createSlice({
  name: 'organisationSettings',
  initialState,
  reducers: {
    settingsRequested: (state) => {
      state.settings = requested(state.settings);
      state.save = init;
    },
    settingsLoaded: (state, { payload }: PayloadAction<OrganisationSettings>) => {
      state.settings = loaded(payload);
    },
    settingsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.settings = refused(state.settings, payload);
    },
    /** Names the version that the user saw. */
    settingsSubmitted: (state, _action: PayloadAction<OrganisationSettingsBody>) => {
      state.save = loading;
    },
    settingsSaved: (state, { payload }: PayloadAction<OrganisationSettings>) => {
      state.settings = loaded(payload);
      state.save = done;
    },
    settingsSaveFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.save = failed(payload);
    },
  },
});

export const organisationSettingsReducer = slice.reducer;
export const settingsActions = slice.actions;
export const { settingsRequested, settingsSubmitted } = slice.actions;
