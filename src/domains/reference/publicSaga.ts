import { all, takeEvery, takeLeading } from 'redux-saga/effects';
import { read, type Step } from '../kit/effects';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { selectContent, selectCountries } from './selectors';
import { contentRequested, countriesRequested, publicReferenceActions } from './publicSlice';

function* loadCountries(): Step<void> {
  if ((yield* read(selectCountries)).status === 'loaded') return;
  yield* request({
    send: (api) => api.call('GET /countries'),
    onLoaded: publicReferenceActions.countriesLoaded,
    onFailed: publicReferenceActions.countriesFailed,
  });
}

function* loadContent({ payload: key }: ReturnType<typeof contentRequested>): Step<void> {
  if ((yield* read(selectContent(key))).status === 'loaded') return;
  yield* request({
    send: (api) => api.call('GET /app-config/contents/:name/:code', { params: key }),
    onLoaded: (content) => publicReferenceActions.contentLoaded({ ...key, content }),
    onFailed: (failure) => publicReferenceActions.contentFailed({ ...key, failure }),
  });
}

export function* publicReferenceSaga(): Step<void> {
  yield all([takeLeading(countriesRequested, safely(loadCountries)), takeEvery(contentRequested, safely(loadContent))]);
}
