import { all, takeLatest, takeLeading } from 'redux-saga/effects';
import { read, type Step } from '../../kit/effects';
import type { Loadable } from '../../kit/loadable';
import { request, submit } from '../../kit/request';
import { safely } from '../../kit/safely';
import { postCompanyLocation } from './api';
import {
  jobLookupsActions,
  locationsRequested,
  locationSubmitted,
  lookupsRequested,
  positionsRequested,
  tagSubmitted,
} from './lookups';
import { selectJobLookups } from './selectors';

const isLoaded = (lookups: Loadable<unknown>) => lookups.status === 'loaded';

function* loadLookups(): Step<void> {
  const lookups = yield* read(selectJobLookups);
  const { definitionLoaded, definitionFailed, languagesLoaded, languagesFailed, tagsLoaded, tagsFailed } =
    jobLookupsActions;
  const steps = [
    !isLoaded(lookups.definition) &&
      request({
        send: async (api) => (await api.call('POST /form-input-list', { body: { formName: 'JobForm' } })).fields,
        onLoaded: definitionLoaded,
        onFailed: definitionFailed,
      }),
    !isLoaded(lookups.languages) &&
      request({
        send: (api) => api.call('GET /job/language'),
        onLoaded: languagesLoaded,
        onFailed: languagesFailed,
      }),
    !isLoaded(lookups.tags) &&
      request({
        send: (api) => api.call('GET /job/tag'),
        onLoaded: tagsLoaded,
        onFailed: tagsFailed,
      }),
  ];
  yield all(steps.filter((step) => step !== false));
}

function* loadLocations({ payload: { ownerId } }: ReturnType<typeof locationsRequested>): Step<void> {
  yield* request({
    send: (api) => api.call('GET /job/company-location', { query: { targetUserId: ownerId } }),
    onLoaded: (locations) => jobLookupsActions.locationsLoaded({ ownerId, locations }),
    onFailed: (failure) => jobLookupsActions.locationsFailed({ ownerId, failure }),
  });
}

function* loadPositions({ payload: { q } }: ReturnType<typeof positionsRequested>): Step<void> {
  yield* request({
    send: (api) => api.call('GET /job/job-positions/datalist', { query: { q } }),
    onLoaded: (positions) => jobLookupsActions.positionsLoaded({ q, positions }),
    onFailed: (failure) => jobLookupsActions.positionsFailed({ q, failure }),
  });
}

function* addLocation({ payload }: ReturnType<typeof locationSubmitted>): Step<void> {
  yield* submit({
    send: (api) => postCompanyLocation(api, payload),
    onLoaded: jobLookupsActions.locationAdded,
    onFailed: jobLookupsActions.locationRefused,
  });
}

function* addTag({ payload: { name } }: ReturnType<typeof tagSubmitted>): Step<void> {
  yield* submit({
    send: async (api) => (await api.call('POST /job/tag', { body: { name } })).tag,
    onLoaded: jobLookupsActions.tagAdded,
    onFailed: jobLookupsActions.tagRefused,
  });
}

export function* jobLookupsSaga(): Step<void> {
  yield all([
    takeLatest(lookupsRequested, safely(loadLookups)),
    takeLatest(locationsRequested, safely(loadLocations)),
    takeLatest(positionsRequested, safely(loadPositions)),
    takeLeading(locationSubmitted, safely(addLocation)),
    takeLeading(tagSubmitted, safely(addTag)),
  ]);
}
