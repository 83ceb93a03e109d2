import { all, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { selectAccessToken, userRefreshed } from '../session';
import { callApi, navigateTo, notify, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure } from '../kit/failure';
import { isShownInForm, leaveForError } from '../kit/leave';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { selectProfileForm } from './selectors';
import { othersEndRequested, signInEndRequested, signInsActions, signInsRequested } from './signInsSlice';
import { settingsActions, settingsRequested, settingsSubmitted } from './settingsSlice';
import { formRequested, profileActions, saveSubmitted } from './slice';

function* loadForm(): Step<void> {
  if ((yield* read(selectProfileForm)).status === 'loaded') return;
  yield* request({
    send: async (api) => (await api.call('POST /form-input-list', { body: { formName: 'CompanyProfileForm' } })).fields,
    onLoaded: profileActions.formLoaded,
    onFailed: profileActions.formFailed,
  });
}

function* save({ payload: { body, values } }: ReturnType<typeof saveSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api) => (await api.call('POST /user/profile-update', { body })).user,
    onLoaded: profileActions.saveSucceeded,
    onFailed: profileActions.saveFailed,
  });
  if (!outcome.ok) {
    if (isSignedOut(outcome.failure) || isShownInForm(outcome.failure)) return;
    yield put(profileActions.draftKept(values));
    yield* leaveForError(outcome.failure, { isSave: true });
    return;
  }
  const accessToken = yield* read(selectAccessToken);
  if (accessToken) yield put(userRefreshed({ user: outcome.result, accessToken }));
  yield* notify({ id: 'profile.edit.saved', kind: 'success' });
  // Replaces the form in the history, together with its route state and the used proof of the phone.
  yield* navigateTo(paths.profile(), { replace: true, state: { saved: true } });
}

function* loadSignIns(): Step<void> {
  yield* request({
    send: (api) => api.call('GET /user/sessions'),
    onLoaded: signInsActions.signInsLoaded,
    onFailed: signInsActions.signInsFailed,
  });
}

function* endSignIn({ payload: { id } }: ReturnType<typeof signInEndRequested>): Step<void> {
  try {
    yield* callApi((api) => api.call('DELETE /user/sessions/:id', { params: { id } }));
  } catch (error) {
    const failure = toFailure(error);
    // A session that has already ended counts as ended.
    if (failure.kind !== 'notFound') {
      yield put(signInsActions.signInEndFailed({ id, failure }));
      return;
    }
  }
  yield put(signInsActions.signInEnded({ id }));
  yield* notify({ id: 'profile.signIns.ended', kind: 'success' });
}

function* endOthers(): Step<void> {
  const { ok } = yield* submit({
    send: (api) => api.call('DELETE /user/sessions'),
    onLoaded: () => signInsActions.othersEnded(),
    onFailed: signInsActions.othersEndFailed,
  });
  if (!ok) return;
  yield* notify({ id: 'profile.signIns.othersEnded', kind: 'success' });
}

function* loadSettings(): Step<void> {
  yield* request({
    send: async (api) => (await api.call('GET /organisation/settings')).settings,
    onLoaded: settingsActions.settingsLoaded,
    onFailed: settingsActions.settingsFailed,
  });
}

function* saveSettings({ payload: body }: ReturnType<typeof settingsSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api) => (await api.call('PUT /organisation/settings', { body })).settings,
    onLoaded: settingsActions.settingsSaved,
    onFailed: settingsActions.settingsSaveFailed,
  });
  if (outcome.ok) {
    yield* notify({ id: 'profile.telling.saved', kind: 'success' });
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
