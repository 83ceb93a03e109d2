import { createSelector, createSlice } from '@reduxjs/toolkit';
import { all, takeEvery } from 'redux-saga/effects';
import type { Named } from '../../../../contract/schemas/common';
import type { CompanyLocation, SpokenLanguage } from '../../../../contract/schemas/jobLookups';
import type { FormField } from '../../../../contract/schemas/reference';
import type { Step } from '../../kit/effects';
import { dataOr, init, loaded, type Loadable } from '../../kit/loadable';
import { operations } from '../../kit/operation';

interface JobLookupsState {
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
  /** The place or tag that the open dialog adds; answers to another one only join the lists. */
  addition: string | null;
}

interface Root {
  jobLookups: JobLookupsState;
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
  addition: null,
};

export const jobLookups = operations<JobLookupsState>('jobLookups');

const slice = createSlice({
  name: 'jobLookups',
  initialState,
  reducers: {
    /** Loads every list of options that depends on no other field. */
    lookupsRequested: () => {},
    /** A dialog for a new place or tag opened or closed. */
    additionReset: (state) => {
      state.newLocation = init;
      state.newTag = init;
      state.addition = null;
    },
  },
  extraReducers: (builder) => {
    jobLookups.reduce(builder);
    builder
      .addMatcher(locationSubmitted.loaded.match, (state, { payload, meta }) => {
        if (meta.arg.ownerId === state.locationsOwnerId) state.locations = withAdded(state.locations, payload);
      })
      .addMatcher(tagSubmitted.loaded.match, (state, { payload }) => {
        state.tags = withAdded(state.tags, payload);
      });
  },
});

export const jobLookupsReducer = slice.reducer;
export const { lookupsRequested, additionReset } = slice.actions;

export const selectJobLookups = (state: Root) => state.jobLookups;
/** Returns the fields that the form shows in this country; none until they have loaded. */
export const selectActiveJobFields = createSelector(
  (state: Root) => state.jobLookups.definition,
  (definition) => new Set(dataOr(definition, []).flatMap(({ name, isActive }) => (isActive ? [name] : []))),
);

jobLookups.read('definitionRequested', {
  field: 'definition',
  call: async (api) => (await api.call('POST /form-input-list', { body: { formName: 'JobForm' } })).fields,
  on: [lookupsRequested],
  once: true,
});

jobLookups.read('languagesRequested', {
  field: 'languages',
  call: (api) => api.call('GET /job/language'),
  on: [lookupsRequested],
  once: true,
});

jobLookups.read('tagsRequested', {
  field: 'tags',
  call: (api) => api.call('GET /job/tag'),
  on: [lookupsRequested],
  once: true,
});

/** The user chose a branch, or the form uses the user's own account (null). */
export const locationsRequested = jobLookups.read('locationsRequested', {
  field: 'locations',
  call: (api, { ownerId }: { ownerId: number | null }) =>
    api.call('GET /job/company-location', { query: { targetUserId: ownerId } }),
  forgets: 'atFailure',
  start: (state, { ownerId }) => {
    if (ownerId !== state.locationsOwnerId) state.locations = init;
    state.locationsOwnerId = ownerId;
  },
  isCurrent: ({ locationsOwnerId }, { ownerId }) => ownerId === locationsOwnerId,
});

export const positionsRequested = jobLookups.read('positionsRequested', {
  field: 'positions',
  call: (api, { q }: { q: string }) => api.call('GET /job/job-positions/datalist', { query: { q } }),
  forgets: 'atFailure',
  start: (state, { q }) => {
    state.positionsQuery = q;
  },
  isCurrent: ({ positionsQuery }, { q }) => q === positionsQuery,
});

const withAdded = <T extends { id: number }>(current: Loadable<T[]>, one: T): Loadable<T[]> =>
  current.status === 'loaded' && !current.data.some(({ id }) => id === one.id)
    ? loaded([...current.data, one])
    : current;

/** The dialog may close and open again while an addition runs. */
const ofDialog = {
  take: takeEvery,
  start: (state: JobLookupsState, arg: object) => {
    state.addition = JSON.stringify(arg);
  },
  isCurrent: ({ addition }: JobLookupsState, arg: object) => addition === JSON.stringify(arg),
};

export const locationSubmitted = jobLookups.change('newLocationSubmitted', {
  ...ofDialog,
  field: 'newLocation',
  call: async (api, { ownerId, ...place }: { ownerId: number | null; name: string; location: string }) => {
    const body = { ...place, ...(ownerId !== null && { targetUser: ownerId }) };
    return (await api.call('POST /job/company-location', { body })).location;
  },
  loaded: (state, location) => {
    state.newLocation = loaded(location.id);
  },
});

export const tagSubmitted = jobLookups.change('newTagSubmitted', {
  ...ofDialog,
  field: 'newTag',
  call: async (api, { name }: { name: string }) => (await api.call('POST /job/tag', { body: { name } })).tag,
  loaded: (state, tag) => {
    state.newTag = loaded(tag.id);
  },
});

export function* jobLookupsSaga(): Step<void> {
  yield all(jobLookups.watch());
}
