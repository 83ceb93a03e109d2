import { all, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { selectAccessToken, userRefreshed } from '../session';
import { callApi, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure } from '../kit/failure';
import { leaveForError } from '../kit/leave';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { isShownInProfileForm } from './rules';
import { selectProfileForm } from './selectors';
import { othersEndRequested, signInEndRequested, signInsActions, signInsRequested } from './signInsSlice';
import { settingsActions, settingsRequested, settingsSubmitted } from './settingsSlice';
import { formRequested, profileActions, saveSubmitted } from './slice';

function* loadForm(): Step<void> {
  if ((yield* read(selectProfileForm)).status === 'loaded') return;
  yield* request({
    send: async (api, signal) =>
      (await api.call('POST /form-input-list', { body: { formName: 'CompanyProfileForm' }, signal })).fields,
    onLoaded: profileActions.formLoaded,
    onFailed: profileActions.formFailed,
  });
}

function* save({ payload: { body, values } }: ReturnType<typeof saveSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api, signal) => (await api.call('POST /user/profile-update', { body, signal })).user,
    onLoaded: profileActions.saveSucceeded,
    onFailed: profileActions.saveFailed,
  });
  if (!outcome.ok) {
    if (isSignedOut(outcome.failure) || isShownInProfileForm(outcome.failure)) return;
    yield put(profileActions.draftKept(values));
    yield* leaveForError(outcome.failure, { isSave: true });
    return;
  }
  const accessToken = yield* read(selectAccessToken);
  if (accessToken) yield put(userRefreshed({ user: outcome.result, accessToken }));
  const notify = yield* port('notify');
  const navigate = yield* port('navigate');
  notify({ id: 'profile.edit.saved', kind: 'success' });
  // Replaces the form in the history, together with its route state and the used proof of the phone.
  navigate.to(paths.profile(), { replace: true, state: { saved: true } });
}

function* loadSignIns(): Step<void> {
  yield* request({
    send: (api, signal) => api.call('GET /user/sessions', { signal }),
    onLoaded: signInsActions.signInsLoaded,
    onFailed: signInsActions.signInsFailed,
  });
}

function* endSignIn({ payload: { id } }: ReturnType<typeof signInEndRequested>): Step<void> {
  const api = yield* port('api');
  try {
    yield* callApi((signal) => api.call('DELETE /user/sessions/:id', { params: { id }, signal }));
  } catch (error) {
    const failure = toFailure(error);
    // A session that has already ended counts as ended.
    if (failure.kind !== 'notFound') {
      yield put(signInsActions.signInEndFailed({ id, failure }));
      return;
    }
  }
  yield put(signInsActions.signInEnded({ id }));
  const notify = yield* port('notify');
  notify({ id: 'profile.signIns.ended', kind: 'success' });
}

function* endOthers(): Step<void> {
  const { ok } = yield* submit({
    send: (api, signal) => api.call('DELETE /user/sessions', { signal }),
    onLoaded: () => signInsActions.othersEnded(),
    onFailed: signInsActions.othersEndFailed,
  });
  if (!ok) return;
  const notify = yield* port('notify');
  notify({ id: 'profile.signIns.othersEnded', kind: 'success' });
}

function* loadSettings(): Step<void> {
  yield* request({
    send: async (api, signal) => (await api.call('GET /organisation/settings', { signal })).settings,
    onLoaded: settingsActions.settingsLoaded,
    onFailed: settingsActions.settingsFailed,
  });
}

function* saveSettings({ payload: body }: ReturnType<typeof settingsSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api, signal) => (await api.call('PUT /organisation/settings', { body, signal })).settings,
    onLoaded: settingsActions.settingsSaved,
    onFailed: settingsActions.settingsSaveFailed,
  });
  if (outcome.ok) {
    const notify = yield* port('notify');
    notify({ id: 'profile.telling.saved', kind: 'success' });
  } else if (outcome.failure.kind === 'conflict') {
    // Shows what somebody else saved, so that the next save names its version.
    yield* loadSettings();
  }
}

export function* profileSaga(): Step<void> {
  yield all([
    takeLeading(formRequested, safely(loadForm)),
    takeLeading(saveSubmitted, safely(save)),
    takeLatest(signInsRequested, safely(loadSignIns)),
    takeEvery(signInEndRequested, safely(endSignIn)),
    takeLeading(othersEndRequested, safely(endOthers)),
    takeLatest(settingsRequested, safely(loadSettings)),
    takeLeading(settingsSubmitted, safely(saveSettings)),
  ]);
}
