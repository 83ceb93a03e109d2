import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Named } from '../../../../contract/schemas/common';
import type { CompanyLocation, SpokenLanguage } from '../../../../contract/schemas/jobLookups';
import type { FormField } from '../../../../contract/schemas/reference';
import type { Failure } from '../../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../../kit/loadable';

export interface JobLookupsState {
  definition: Loadable<FormField[]>;
  languages: Loadable<SpokenLanguage[]>;
  tags: Loadable<Named[]>;
  /** The owner of these places; null is the user. */
  locationsOwnerId: number | null;
  locations: Loadable<CompanyLocation[]>;
  positionsQuery: string;
  positions: Loadable<Named[]>;
  /** `loaded` holds the id of the new place, which the form selects. */
  newLocation: Loadable<number>;
  newTag: Loadable<number>;
}

const initialState: JobLookupsState = {
  definition: init,
  languages: init,
  tags: init,
  locationsOwnerId: null,
  locations: init,
  positionsQuery: '',
  positions: init,
  newLocation: init,
  newTag: init,
};

const startLoading = <T>(current: Loadable<T>): Loadable<T> => (current.status === 'loaded' ? current : loading);

const withAdded = <T extends { id: number }>(current: Loadable<T[]>, one: T): Loadable<T[]> =>
  current.status === 'loaded' && !current.data.some(({ id }) => id === one.id)
    ? loaded([...current.data, one])
    : current;

const slice = createSlice({
  name: 'jobLookups',
  initialState,
  reducers: {
    /** Loads every list of options that depends on no other field. */
    lookupsRequested: (state) => {
      state.definition = startLoading(state.definition);
      state.languages = startLoading(state.languages);
      state.tags = startLoading(state.tags);
    },
    definitionLoaded: (state, { payload }: PayloadAction<FormField[]>) => {
      state.definition = loaded(payload);
    },
    definitionFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.definition = failed(payload);
    },
    languagesLoaded: (state, { payload }: PayloadAction<SpokenLanguage[]>) => {
      state.languages = loaded(payload);
    },
    languagesFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.languages = failed(payload);
    },
    tagsLoaded: (state, { payload }: PayloadAction<Named[]>) => {
      state.tags = loaded(payload);
    },
    tagsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.tags = failed(payload);
    },
    /** The user chose a branch, or the form uses the user's own account (null). */
    locationsRequested: (state, { payload }: PayloadAction<{ ownerId: number | null }>) => {
      const isSame = payload.ownerId === state.locationsOwnerId;
      state.locationsOwnerId = payload.ownerId;
      state.locations = isSame ? startLoading(state.locations) : loading;
    },
    locationsLoaded: (state, { payload }: PayloadAction<{ ownerId: number | null; locations: CompanyLocation[] }>) => {
      if (payload.ownerId === state.locationsOwnerId) state.locations = loaded(payload.locations);
    },
    locationsFailed: (state, { payload }: PayloadAction<{ ownerId: number | null; failure: Failure }>) => {
      if (payload.ownerId === state.locationsOwnerId) state.locations = failed(payload.failure);
    },
    positionsRequested: (state, { payload }: PayloadAction<{ q: string }>) => {
      state.positionsQuery = payload.q;
      state.positions = startLoading(state.positions);
    },
    positionsLoaded: (state, { payload }: PayloadAction<{ q: string; positions: Named[] }>) => {
      if (payload.q === state.positionsQuery) state.positions = loaded(payload.positions);
    },
    positionsFailed: (state, { payload }: PayloadAction<{ q: string; failure: Failure }>) => {
      if (payload.q === state.positionsQuery) state.positions = failed(payload.failure);
    },
    locationSubmitted: (state, _action: PayloadAction<{ ownerId: number | null; name: string; location: string }>) => {
      state.newLocation = loading;
    },
    locationAdded: (state, { payload }: PayloadAction<CompanyLocation>) => {
      state.newLocation = loaded(payload.id);
      state.locations = withAdded(state.locations, payload);
    },
    locationRefused: (state, { payload }: PayloadAction<Failure>) => {
      state.newLocation = failed(payload);
    },
    tagSubmitted: (state, _action: PayloadAction<{ name: string }>) => {
      state.newTag = loading;
    },
    tagAdded: (state, { payload }: PayloadAction<Named>) => {
      state.newTag = loaded(payload.id);
      state.tags = withAdded(state.tags, payload);
    },
    tagRefused: (state, { payload }: PayloadAction<Failure>) => {
      state.newTag = failed(payload);
    },
    /** A dialog for a new place or tag opened or closed. */
    additionReset: (state) => {
      state.newLocation = init;
      state.newTag = init;
    },
  },
});

export const jobLookupsReducer = slice.reducer;
export const jobLookupsActions = slice.actions;
export const {
  lookupsRequested,
  locationsRequested,
  positionsRequested,
  locationSubmitted,
  tagSubmitted,
  additionReset,
} = slice.actions;
