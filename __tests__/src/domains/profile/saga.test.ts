import {
  editLeft,
  editOpened,
  formRequested,
  phoneProofNeeded,
  photoChosen,
  profileSaga,
  saveSubmitted,
  selectHasTaxOffice,
  selectProfile,
  selectProfileForm,
  selectSignIns,
  signInEndRequested,
  signInsRequested,
  type ProfileSubmission,
  type ProfileValues,
  type UserSession,
} from '../../../../src/domains/profile';
import { selectUser, sessionResumed } from '../../../../src/domains/session';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const fields = [{ name: 'taxOffice', isActive: true, isRequired: false }];
const values: ProfileValues = {
  firstName: 'Deniz',
  lastName: 'Kaya',
  email: 'deniz@moda.test',
  phone: '5321112233',
  taxOffice: null,
  taxOfficeNumber: '',
  commercialTitle: '',
  website: '',
  companyAddress: '',
  location: { name: 'Moda', latitude: 40.98, longitude: 29.02 },
};
const submission: ProfileSubmission = {
  body: { firstName: 'Deniz', lastName: 'Kaya', email: values.email, phone: values.phone, location: '40.98, 29.02' },
  values,
};
const SAVE = '/user/profile-update';
const user = aUser({ userType: 'company' });
const run = (api = fakeApi()) => runWatcher(profileSaga, { api, state: aSignedInState(user) });

const aSignIn = (given: Partial<UserSession> = {}): UserSession => ({
  id: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T08:00:00.000Z',
  device: 'Chrome, Windows',
  address: '203.0.113.5',
  isCurrent: false,
  ...given,
});

test('loads the form definition once', async () => {
  const api = fakeApi().on('POST', '/form-input-list', ok({ fields }));
  const { dispatch, state } = run(api);
  dispatch(formRequested());
  expect(selectProfileForm(state()).status).toBe('loading');
  await settle();
  dispatch(formRequested());
  await settle();
  expect(api.callsOf('POST', '/form-input-list').map(({ body }) => body)).toEqual([{ formName: 'CompanyProfileForm' }]);
  expect(selectHasTaxOffice(state())).toBe(true);
});

test('saving updates the user, clears the unsaved change and opens the profile', async () => {
  const changed = { ...user, firstName: 'Ada' };
  const { dispatch, state, ports, notices, types } = run(fakeApi().on('POST', SAVE, ok({ user: changed })));
  dispatch(photoChosen({ photo: 'data:image/jpeg;base64,AAAA' }));
  dispatch(phoneProofNeeded(values));
  dispatch(saveSubmitted(submission));
  await settle();
  expect(types().slice(2)).toEqual(['saveSubmitted', 'saveLoaded', 'userRefreshed']);
  expect(selectUser(state())?.firstName).toBe('Ada');
  expect(selectProfile(state())).toMatchObject({ photo: null, draft: null, awaitsPhone: false });
  expect(notices).toEqual([{ id: 'profile.edit.saved', kind: 'success' }]);
  expect(ports.navigate.to).toHaveBeenCalledWith('/profile', { replace: true, state: { saved: true } });
});

test.each([
  ['a refused field', anApiError(400, 'error.invalid_request')],
  ['no answer', noAnswer()],
  ['too many requests', anApiError(429, 'error.too_many_requests')],
  ['a lost session', anApiError(401, 'error.unauthorized')],
])('%s: keeps the form', async (_name, error) => {
  const { dispatch, state, ports } = run(fakeApi().on('POST', SAVE, error));
  dispatch(photoChosen({ photo: 'data:image/jpeg;base64,AAAA' }));
  dispatch(saveSubmitted(submission));
  await settle();
  expect(selectProfile(state()).save.status).toBe('failed');
  expect(selectProfile(state()).photo).not.toBeNull();
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('any other failure opens the error page and keeps what was typed', async () => {
  const { dispatch, state, ports } = run(fakeApi().on('POST', SAVE, anApiError(500)));
  dispatch(photoChosen({ photo: 'data:image/jpeg;base64,AAAA' }));
  dispatch(saveSubmitted(submission));
  await settle();
  expect(ports.navigate.to).toHaveBeenCalledWith('/error', expect.anything());
  expect(selectProfile(state())).toMatchObject({ draft: values, photo: 'data:image/jpeg;base64,AAAA' });
  dispatch(editLeft({ entry: 'a' }));
  dispatch(editLeft({ entry: 'a' }));
  expect(selectProfile(state())).toMatchObject({ draft: null, photo: null, leftEntries: ['a'] });
});

test('two clicks send one change', async () => {
  const api = fakeApi().on('POST', SAVE, ok({ user }));
  const { dispatch } = run(api);
  dispatch(saveSubmitted(submission));
  dispatch(saveSubmitted(submission));
  await settle();
  expect(api.callsOf('POST', SAVE)).toHaveLength(1);
});

test.each([
  ['ended', ok(null), [2], undefined],
  ['already over', anApiError(404, 'error.not_found'), [2], undefined],
  ['not ended', anApiError(500), [1, 2], 'failed'],
])('ends a session on another device: %s', async (_name, answer, left, status) => {
  const rows = [aSignIn(), aSignIn({ id: 2, isCurrent: true })];
  const api = fakeApi().on('GET', '/user/sessions', ok(rows)).on('DELETE', '/user/sessions/:id', answer);
  const { dispatch, state } = run(api);
  dispatch(signInsRequested());
  await settle();
  dispatch(signInEndRequested({ id: 1 }));
  expect(selectSignIns(state()).ending[1]?.status).toBe('loading');
  await settle();
  const { list, ending } = selectSignIns(state());
  expect(list.status === 'loaded' && list.data.map(({ id }) => id)).toEqual(left);
  expect(ending[1]?.status).toBe(status);
});

test('loads again after the session resumes', async () => {
  const lost = anApiError(401, 'error.unauthorized');
  const api = fakeApi().on('GET', '/user/sessions', lost).on('POST', '/form-input-list', lost);
  const { dispatch, state } = run(api);
  dispatch(signInsRequested());
  dispatch(formRequested());
  await settle();
  api.on('GET', '/user/sessions', ok([])).on('POST', '/form-input-list', ok({ fields }));
  dispatch(sessionResumed({ user, accessToken: 'b' }));
  await settle();
  expect(selectSignIns(state()).list.status).toBe('loaded');
  expect(selectProfileForm(state()).status).toBe('loaded');
});

test('a save that is answered after the form was left does not open the profile', async () => {
  const reply = deferred<ReturnType<typeof ok>>();
  const { dispatch, ports, notices } = run(fakeApi().on('POST', SAVE, () => reply.promise));
  dispatch(saveSubmitted(submission));
  dispatch(editLeft({ entry: 'a' }));
  reply.resolve(ok({ user }));
  await settle();
  expect(notices).toHaveLength(1);
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('a form that is opened during the save of the one before is saved by itself', async () => {
  const first = deferred<ReturnType<typeof ok>>();
  const api = fakeApi().on('POST', SAVE, () => first.promise);
  const { dispatch, state, notices, ports } = run(api);
  dispatch(saveSubmitted(submission));
  dispatch(editLeft({ entry: 'a' }));
  dispatch(editOpened());
  const second = deferred<ReturnType<typeof ok>>();
  api.on('POST', SAVE, () => second.promise);
  dispatch(saveSubmitted(submission));
  first.resolve(ok({ user }));
  await settle();
  expect(selectProfile(state()).save.status).toBe('loading');
  expect(notices).toHaveLength(1);
  expect(ports.navigate.to).not.toHaveBeenCalled();

  second.resolve(ok({ user }));
  await settle();
  expect(selectProfile(state()).save.status).toBe('loaded');
  expect(ports.navigate.to).toHaveBeenCalledTimes(1);
});

test('a failed save of a form that was left is told beside the next one', async () => {
  const first = deferred<ReturnType<typeof ok>>();
  const { dispatch, state, notices, ports } = run(fakeApi().on('POST', SAVE, () => first.promise));
  dispatch(saveSubmitted(submission));
  dispatch(editLeft({ entry: 'a' }));
  dispatch(editOpened());
  first.reject(anApiError(409, 'error.conflict'));
  await settle();
  expect(selectProfile(state())).toMatchObject({ save: { status: 'init' }, draft: null });
  expect(notices).toHaveLength(1);
  expect(ports.navigate.to).not.toHaveBeenCalled();
});
