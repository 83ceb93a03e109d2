import { all, call, put, takeEvery, takeLatest, takeLeading, type Effect } from 'redux-saga/effects';
import { callApi, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure, type Failure } from '../kit/failure';
import { leaveForError } from '../kit/leave';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import type { MessageId } from '../../lib/intl';
import { waitTextOf } from '../../lib/waitTexts';
import { getStaff, saveStaff, type StaffKind } from './api';
import { isShownInStaffForm } from './rules';
import { selectBranches, selectHrAccounts, type StaffRoot } from './selectors';
import { branchJobCountsRequested } from './slice';
import { branchActions, hrActions, type StaffActions, type StaffState } from './staffSlice';

interface Staff {
  kind: StaffKind;
  actions: StaffActions;
  selectList: (state: StaffRoot) => StaffState['list'];
  texts: { invited: MessageId; saved: MessageId; removed: MessageId };
  /** An additional reload after a change. */
  afterChange?: Effect;
}

/** Watches the list and the changes of one kind of account. */
const watchStaff = ({ kind, actions, selectList, texts, afterChange }: Staff) => {
  function* loadList(): Step<void> {
    const outcome = yield* request({
      send: (api, signal) => getStaff(api, kind, signal),
      onLoaded: actions.listLoaded,
      onFailed: actions.listFailed,
    });
    // A failed refresh keeps the rows and shows a line above them.
    if (!outcome.ok && (yield* read(selectList)).status === 'failed') yield* leaveForError(outcome.failure);
  }

  function* refresh(): Step<void> {
    yield put(actions.listRequested());
    if (afterChange) yield afterChange;
  }

  function* save({ payload: { id, body, values, email } }: ReturnType<typeof actions.saveSubmitted>): Step<void> {
    const outcome = yield* submit({
      send: (api, signal) => saveStaff(api, kind, { id, body }, signal),
      onLoaded: () => actions.saveSucceeded(),
      onFailed: actions.saveFailed,
    });
    if (!outcome.ok) {
      if (isSignedOut(outcome.failure) || isShownInStaffForm(outcome.failure)) return;
      yield put(actions.draftKept(values));
      yield* leaveForError(outcome.failure, { isSave: true });
      return;
    }
    const notify = yield* port('notify');
    notify({ id: id === null ? texts.invited : texts.saved, values: { email }, kind: 'success' });
    yield* refresh();
  }

  function* remove({ payload: { id } }: ReturnType<typeof actions.removalConfirmed>): Step<void> {
    const api = yield* port('api');
    try {
      yield* callApi((signal) => api.call(`DELETE /${kind}-accounts/delete/:id`, { params: { id }, signal }));
    } catch (error) {
      const failure = toFailure(error);
      // An account that is already gone counts as removed.
      if (failure.kind !== 'notFound') {
        yield put(actions.removalFailed({ id, failure }));
        return;
      }
    }
    yield put(actions.removed({ id }));
    const notify = yield* port('notify');
    notify({ id: texts.removed, kind: 'success' });
    yield* refresh();
  }

  function* reportInvitationFailure(failure: Failure): Step<void> {
    if (isSignedOut(failure)) return;
    const notify = yield* port('notify');
    const { retryAfter } = failure;
    const waitText = waitTextOf(failure.key);
    if (waitText && retryAfter !== undefined) {
      notify({ id: waitText, retryAfter, kind: 'error' });
      return;
    }
    const hasSignedIn = failure.key === 'account.activated';
    notify({ id: hasSignedIn ? 'staff.invitation.activated' : `errors.kinds.${failure.kind}`, kind: 'error' });
    // The account has signed in or is gone: the list is out of date.
    if (hasSignedIn || failure.kind === 'notFound') yield* refresh();
  }

  function* invite({ payload: { id, email } }: ReturnType<typeof actions.invitationRequested>): Step<void> {
    const outcome = yield* submit({
      send: (api, signal) => api.call(`POST /${kind}-accounts/invite/:id`, { params: { id }, signal }),
      onLoaded: () => actions.invitationSent({ id }),
      onFailed: (failure) => actions.invitationFailed({ id, failure }),
    });
    if (!outcome.ok) {
      yield* reportInvitationFailure(outcome.failure);
      return;
    }
    const notify = yield* port('notify');
    notify({ id: 'staff.invitation.sent', values: { email }, kind: 'success' });
    yield put(actions.listRequested());
  }

  return function* watch(): Step<void> {
    yield all([
      takeLatest(actions.listRequested, safely(loadList)),
      takeLeading(actions.saveSubmitted, safely(save)),
      takeLeading(actions.removalConfirmed, safely(remove)),
      takeEvery(actions.invitationRequested, safely(invite)),
    ]);
  };
};

const watchBranches = watchStaff({
  kind: 'branch',
  actions: branchActions,
  selectList: (state) => selectBranches(state).list,
  texts: { invited: 'branches.created', saved: 'branches.saved', removed: 'branches.deleted' },
  // The job list's dropdown shows the names too.
  afterChange: put(branchJobCountsRequested()),
});

const watchHrStaff = watchStaff({
  kind: 'hr',
  actions: hrActions,
  selectList: (state) => selectHrAccounts(state).list,
  texts: { invited: 'hrStaff.created', saved: 'hrStaff.saved', removed: 'hrStaff.deleted' },
});

export function* staffSaga(): Step<void> {
  yield all([call(watchBranches), call(watchHrStaff)]);
}
