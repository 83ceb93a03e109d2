import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OrganisationSettings, OrganisationSettingsBody } from '../../../contract/schemas/organisation';
import { done, init, loadReducers, loaded, loading, requested, type Loadable } from '../kit/loadable';

export interface OrganisationSettingsState {
  settings: Loadable<OrganisationSettings>;
  save: Loadable<null>;
}

const initialState: OrganisationSettingsState = { settings: init, save: init };

const to = loadReducers<OrganisationSettingsState>();

const slice = createSlice({
  name: 'organisationSettings',
  initialState,
  reducers: {
    settingsRequested: (state) => {
      state.settings = requested(state.settings);
      state.save = init;
    },
    settingsLoaded: to.loaded('settings'),
    settingsFailed: to.refused('settings'),
    /** Names the version that the user saw. */
    settingsSubmitted: (state, _action: PayloadAction<OrganisationSettingsBody>) => {
      state.save = loading;
    },
    settingsSaved: (state, { payload }: PayloadAction<OrganisationSettings>) => {
      state.settings = loaded(payload);
      state.save = done;
    },
    settingsSaveFailed: to.failed('save'),
  },
});

export const organisationSettingsReducer = slice.reducer;
export const settingsActions = slice.actions;
export const { settingsRequested, settingsSubmitted } = slice.actions;
