import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Named } from '../../../../contract/schemas/common';
import type { CompanyLocation, SpokenLanguage } from '../../../../contract/schemas/jobForm';
import type { FormField } from '../../../../contract/schemas/reference';
import type { Failure } from '../../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../../kit/loadable';

export interface JobLookupsState {
  definition: Loadable<FormField[]>;
  languages: Loadable<SpokenLanguage[]>;
  tags: Loadable<Named[]>;
  /** The owner of these places; null is the user. */
  locationsOf: number | null;
  locations: Loadable<CompanyLocation[]>;
  positionsFor: string;
  positions: Loadable<Named[]>;
  /** `loaded` holds the id of the new place, which the form selects. */
  newLocation: Loadable<number>;
  newTag: Loadable<number>;
}

const initialState: JobLookupsState = {
  definition: init,
  languages: init,
  tags: init,
  locationsOf: null,
  locations: init,
  positionsFor: '',
  positions: init,
  newLocation: init,
  newTag: init,
};

const begin = <T>(held: Loadable<T>): Loadable<T> => (held.status === 'loaded' ? held : loading);

const withOne = <T extends { id: number }>(held: Loadable<T[]>, one: T): Loadable<T[]> =>
  held.status === 'loaded' && !held.data.some(({ id }) => id === one.id) ? loaded([...held.data, one]) : held;

const slice = createSlice({
  name: 'jobLookups',
  initialState,
  reducers: {
    /** Loads every list of options that depends on no other field. */
    lookupsRequested: (state) => {
      state.definition = begin(state.definition);
      state.languages = begin(state.languages);
      state.tags = begin(state.tags);
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
      const isSame = payload.ownerId === state.locationsOf;
      state.locationsOf = payload.ownerId;
      state.locations = isSame ? begin(state.locations) : loading;
    },
    locationsLoaded: (state, { payload }: PayloadAction<{ ownerId: number | null; locations: CompanyLocation[] }>) => {
      if (payload.ownerId === state.locationsOf) state.locations = loaded(payload.locations);
    },
    locationsFailed: (state, { payload }: PayloadAction<{ ownerId: number | null; failure: Failure }>) => {
      if (payload.ownerId === state.locationsOf) state.locations = failed(payload.failure);
    },
    positionsRequested: (state, { payload }: PayloadAction<{ q: string }>) => {
      state.positionsFor = payload.q;
      state.positions = begin(state.positions);
    },
    positionsLoaded: (state, { payload }: PayloadAction<{ q: string; positions: Named[] }>) => {
      if (payload.q === state.positionsFor) state.positions = loaded(payload.positions);
    },
    positionsFailed: (state, { payload }: PayloadAction<{ q: string; failure: Failure }>) => {
      if (payload.q === state.positionsFor) state.positions = failed(payload.failure);
    },
    locationSubmitted: (state, _action: PayloadAction<{ ownerId: number | null; name: string; location: string }>) => {
      state.newLocation = loading;
    },
    locationAdded: (state, { payload }: PayloadAction<CompanyLocation>) => {
      state.newLocation = loaded(payload.id);
      state.locations = withOne(state.locations, payload);
    },
    locationRefused: (state, { payload }: PayloadAction<Failure>) => {
      state.newLocation = failed(payload);
    },
    tagSubmitted: (state, _action: PayloadAction<{ name: string }>) => {
      state.newTag = loading;
    },
    tagAdded: (state, { payload }: PayloadAction<Named>) => {
      state.newTag = loaded(payload.id);
      state.tags = withOne(state.tags, payload);
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
