import { createSlice } from '@reduxjs/toolkit';
import type { OrganisationSettings, OrganisationSettingsBody } from '../../../contract/schemas/organisation';
import { init, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

interface OrganisationSettingsState {
  settings: Loadable<OrganisationSettings>;
  save: Loadable<null>;
}

const initialState: OrganisationSettingsState = { settings: init, save: init };

export const organisationSettings = operations<OrganisationSettingsState>('organisationSettings');

const slice = createSlice({
  name: 'organisationSettings',
  initialState,
  reducers: {},
  extraReducers: organisationSettings.reduce,
});

export const organisationSettingsReducer = slice.reducer;

export const selectOrganisationSettings = (state: { organisationSettings: OrganisationSettingsState }) =>
  state.organisationSettings;

export const settingsRequested = organisationSettings.read('settingsRequested', {
  field: 'settings',
  call: async (api) => (await api.call('GET /organisation/settings')).settings,
  start: (state) => {
    state.save = init;
  },
});

/** Sends the version that the user saw, so that the server refuses to overwrite a newer one. */
export const settingsSubmitted = organisationSettings.change('saveSubmitted', {
  field: 'save',
  call: async (api, body: OrganisationSettingsBody) =>
    (await api.call('PUT /organisation/settings', { body })).settings,
  loaded: (state, settings) => {
    state.settings = loaded(settings);
  },
  notice: 'profile.telling.saved',
  *after(_settings, _body, isLate) {
    if (isLate) yield* settingsRequested.run();
  },
  // Loads the settings that somebody else saved, so that the next save sends their version.
  *reload({ kind }) {
    if (kind === 'conflict') yield* settingsRequested.run();
  },
});
