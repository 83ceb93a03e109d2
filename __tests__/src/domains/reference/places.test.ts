import {
  nearbyRequested,
  placesRequested,
  placesSaga,
  selectNearby,
  selectPlaces,
  selectTaxOffices,
  taxOfficesRequested,
} from '../../../../src/domains/reference';
import { anApiError } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

type Answer = ReturnType<typeof ok>;
const place = (name: string) => ({ name, latitude: 41, longitude: 29 });
const view = (latitude: number) => ({ latitude, longitude: 29, zoom: 12 });

test('searches a place by text on the shared API', async () => {
  const api = fakeApi().on('GET', '/places', ok([place('Kadıköy, İstanbul')]));
  const { dispatch, state, types } = runWatcher(placesSaga, { api });
  dispatch(placesRequested({ q: 'kadi', country: 'TR', near: '41, 29' }));
  expect(selectPlaces(state()).places.status).toBe('loading');
  await settle();
  expect(api.calls).toMatchObject([{ base: 'shared', query: { q: 'kadi', country: 'TR', near: '41, 29' } }]);
  expect(types()).toEqual(['placesRequested', 'placesLoaded']);
  expect(selectPlaces(state()).places).toEqual({ status: 'loaded', data: [place('Kadıköy, İstanbul')] });
});

test('ignores the late reply of an earlier search', async () => {
  const late = deferred<Answer>();
  const api = fakeApi().on('GET', '/places', ({ query }) =>
    query?.['q'] === 'ka' ? late.promise : ok([place('Kars')]),
  );
  const { dispatch, state } = runWatcher(placesSaga, { api });
  dispatch(placesRequested({ q: 'ka' }));
  dispatch(placesRequested({ q: 'kar' }));
  await settle();
  late.resolve(ok([place('Kadıköy')]));
  await settle();
  expect(selectPlaces(state()).places).toEqual({ status: 'loaded', data: [place('Kars')] });
});

test('a failure clears the results, and the next search works', async () => {
  const api = fakeApi().on('GET', '/places', anApiError(500));
  const { dispatch, state } = runWatcher(placesSaga, { api });
  dispatch(placesRequested({ q: 'a' }));
  await settle();
  expect(selectPlaces(state()).places.status).toBe('failed');
  api.on('GET', '/places', ok([]));
  dispatch(placesRequested({ q: 'an' }));
  await settle();
  expect(selectPlaces(state()).places).toEqual({ status: 'loaded', data: [] });
});

test('keeps the labels of a map until the next labels arrive or fail', async () => {
  const api = fakeApi().on('GET', '/places/nearby', ok([place('Moda')]));
  const { dispatch, state } = runWatcher(placesSaga, { api });
  dispatch(nearbyRequested(view(41)));
  expect(selectNearby(state()).status).toBe('loading');
  await settle();
  expect(api.calls).toMatchObject([{ base: 'shared', query: view(41) }]);

  const next = deferred<Answer>();
  api.on('GET', '/places/nearby', () => next.promise);
  dispatch(nearbyRequested(view(40)));
  await settle();
  expect(selectNearby(state())).toEqual({ status: 'loaded', data: [place('Moda')] });
  next.reject(anApiError(500));
  await settle();
  expect(selectNearby(state()).status).toBe('failed');
});

test('ignores late labels of a map area that was left', async () => {
  const slow = deferred<Answer>();
  const api = fakeApi().on('GET', '/places/nearby', ({ query }) =>
    query?.['latitude'] === 41 ? slow.promise : ok([place('Ankara')]),
  );
  const { dispatch, state } = runWatcher(placesSaga, { api });
  dispatch(nearbyRequested(view(41)));
  dispatch(nearbyRequested(view(40)));
  await settle();
  slow.resolve(ok([place('Moda')]));
  await settle();
  expect(selectNearby(state())).toEqual({ status: 'loaded', data: [place('Ankara')] });
});

test('searches tax offices the same way and shows the last search', async () => {
  const late = deferred<Answer>();
  const office = (id: number, name: string) => ({ id, name });
  const api = fakeApi().on('GET', '/tax-offices', ({ query }) =>
    query?.['q'] === 'b' ? late.promise : ok([office(2, 'Bornova')]),
  );
  const { dispatch, state } = runWatcher(placesSaga, { api });
  dispatch(taxOfficesRequested({ q: 'b' }));
  dispatch(taxOfficesRequested({ q: 'bo' }));
  await settle();
  late.reject(anApiError(500));
  await settle();
  expect(selectTaxOffices(state())).toEqual({ status: 'loaded', data: [office(2, 'Bornova')] });
});
