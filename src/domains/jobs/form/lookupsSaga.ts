import { all, takeLatest, takeLeading } from 'redux-saga/effects';
import { read, type Step } from '../../kit/effects';
import type { Loadable } from '../../kit/loadable';
import { request, submit } from '../../kit/request';
import { safely } from '../../kit/safely';
import * as api from './api';
import {
  jobLookupsActions,
  locationsRequested,
  locationSubmitted,
  lookupsRequested,
  positionsRequested,
  tagSubmitted,
} from './lookups';
import { selectJobLookups } from './selectors';

const isHeld = (held: Loadable<unknown>) => held.status === 'loaded';

function* loadLookups(): Step<void> {
  const held = yield* read(selectJobLookups);
  const { definitionLoaded, definitionFailed, languagesLoaded, languagesFailed, tagsLoaded, tagsFailed } =
    jobLookupsActions;
  const steps = [
    !isHeld(held.definition) &&
      request({ send: api.getJobFormFields, onLoaded: definitionLoaded, onFailed: definitionFailed }),
    !isHeld(held.languages) &&
      request({ send: api.getSpokenLanguages, onLoaded: languagesLoaded, onFailed: languagesFailed }),
    !isHeld(held.tags) && request({ send: api.getTags, onLoaded: tagsLoaded, onFailed: tagsFailed }),
  ];
  yield all(steps.filter((step) => step !== false));
}

function* loadLocations({ payload: { ownerId } }: ReturnType<typeof locationsRequested>): Step<void> {
  yield* request({
    send: (ports, signal) => api.getCompanyLocations(ports, ownerId, signal),
    onLoaded: (locations) => jobLookupsActions.locationsLoaded({ ownerId, locations }),
    onFailed: (failure) => jobLookupsActions.locationsFailed({ ownerId, failure }),
  });
}

function* loadPositions({ payload: { q } }: ReturnType<typeof positionsRequested>): Step<void> {
  yield* request({
    send: (ports, signal) => api.getPositions(ports, q, signal),
    onLoaded: (positions) => jobLookupsActions.positionsLoaded({ q, positions }),
    onFailed: (failure) => jobLookupsActions.positionsFailed({ q, failure }),
  });
}

function* addLocation({ payload }: ReturnType<typeof locationSubmitted>): Step<void> {
  yield* submit({
    send: (ports, signal) => api.postCompanyLocation(ports, payload, signal),
    onLoaded: jobLookupsActions.locationAdded,
    onFailed: jobLookupsActions.locationRefused,
  });
}

function* addTag({ payload: { name } }: ReturnType<typeof tagSubmitted>): Step<void> {
  yield* submit({
    send: (ports, signal) => api.postTag(ports, name, signal),
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
