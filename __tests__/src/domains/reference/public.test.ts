import {
  contentRequested,
  countriesRequested,
  publicReferenceSaga,
  selectContent,
  selectCountries,
} from '../../../../src/domains/reference';
import { noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const CONTENT = '/app-config/contents/:name/:code';
const english = { name: 'personal-data', code: 'en' } as const;
const turkish = { name: 'personal-data', code: 'tr' } as const;

test('loads countries once, and again after a failure', async () => {
  const api = fakeApi().on('GET', '/countries', noAnswer());
  const { dispatch, state } = runWatcher(publicReferenceSaga, { api });
  dispatch(countriesRequested());
  await settle();
  expect(selectCountries(state())).toMatchObject({ status: 'failed', error: { kind: 'network' } });
  api.on('GET', '/countries', ok([{ id: 1 }]));
  dispatch(countriesRequested());
  await settle();
  dispatch(countriesRequested());
  await settle();
  expect(selectCountries(state())).toEqual({ status: 'loaded', data: [{ id: 1 }] });
  expect(api.calls).toHaveLength(2);
});

test('keeps documents apart by name and language', async () => {
  const slow = deferred<ReturnType<typeof ok>>();
  const api = fakeApi().on('GET', CONTENT, (_request, { code }) =>
    code === 'en' ? slow.promise : ok({ title: 'Aydınlatma', html: '', lang: 'en' }),
  );
  const { dispatch, state } = runWatcher(publicReferenceSaga, { api });
  expect(selectContent(english)(state())).toEqual({ status: 'init' });
  dispatch(contentRequested(english));
  dispatch(contentRequested(turkish));
  await settle();
  expect(selectContent(english)(state())).toEqual({ status: 'loading' });
  expect(selectContent(turkish)(state())).toMatchObject({ data: { title: 'Aydınlatma' } });
  slow.resolve(ok({ title: 'Notice', html: '', lang: 'en' }));
  await settle();
  expect(selectContent(english)(state())).toMatchObject({ data: { title: 'Notice' } });
  dispatch(contentRequested(english));
  await settle();
  expect(api.calls).toHaveLength(2);
});

test('loads a document again after a failure', async () => {
  const api = fakeApi().on('GET', CONTENT, noAnswer());
  const { dispatch, state } = runWatcher(publicReferenceSaga, { api });
  dispatch(contentRequested(english));
  await settle();
  expect(selectContent(english)(state())).toMatchObject({ status: 'failed' });
  api.on('GET', CONTENT, ok({ title: 'Notice', html: '', lang: 'en' }));
  dispatch(contentRequested(english));
  await settle();
  expect(selectContent(english)(state())).toMatchObject({ status: 'loaded' });
});
