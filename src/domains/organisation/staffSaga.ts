import { all, call, put, takeEvery, takeLatest, takeLeading, type Effect } from 'redux-saga/effects';
import { callApi, notify, read, type Step } from '../kit/effects';
import { causeOf, isSignedOut, toFailure, type Failure } from '../kit/failure';
import { isShownInForm, leaveForError } from '../kit/leave';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import type { MessageId } from '../../lib/intl';
import { waitTextOf } from '../../lib/waitTexts';
import { getStaff, saveStaff, type StaffKind } from './api';
import { selectBranches, selectHrAccounts, type StaffRoot } from './selectors';
import { branchNamesRequested } from './slice';
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
      send: (api) => getStaff(api, kind),
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
      send: (api) => saveStaff(api, kind, { id, body }),
      onLoaded: () => actions.saveSucceeded(),
      onFailed: actions.saveFailed,
    });
    if (!outcome.ok) {
      if (isSignedOut(outcome.failure) || isShownInForm(outcome.failure)) return;
      yield put(actions.draftKept(values));
      yield* leaveForError(outcome.failure, { isSave: true });
      return;
    }
    yield* notify({ id: id === null ? texts.invited : texts.saved, values: { email }, kind: 'success' });
    yield* refresh();
  }

  function* remove({ payload: { id } }: ReturnType<typeof actions.removalConfirmed>): Step<void> {
    try {
      yield* callApi((api) => api.call(`DELETE /${kind}-accounts/delete/:id`, { params: { id } }));
    } catch (error) {
      const failure = toFailure(error);
      // An account that is already gone counts as removed.
      if (failure.kind !== 'notFound') {
        yield put(actions.removalFailed({ id, failure }));
        return;
      }
    }
    yield put(actions.removed({ id }));
    yield* notify({ id: texts.removed, kind: 'success' });
    yield* refresh();
  }

  function* reportInvitationFailure(failure: Failure): Step<void> {
    if (isSignedOut(failure)) return;
    const { retryAfter } = failure;
    const waitText = waitTextOf(failure.key);
    if (waitText && retryAfter !== undefined) {
      yield* notify({ id: waitText, retryAfter, kind: 'error' });
      return;
    }
    const hasSignedIn = failure.key === 'account.activated';
    if (hasSignedIn) yield* notify({ id: 'staff.invitation.activated', kind: 'error' });
    else yield* notify({ id: 'staff.invitation.failed', failure: causeOf(failure), kind: 'error' });
    // The account has signed in or is gone: the list is out of date.
    if (hasSignedIn || failure.kind === 'notFound') yield* refresh();
  }

  function* invite({ payload: { id, email } }: ReturnType<typeof actions.invitationRequested>): Step<void> {
    const outcome = yield* submit({
      send: (api) => api.call(`POST /${kind}-accounts/invite/:id`, { params: { id } }),
      onLoaded: () => actions.invitationSent({ id }),
      onFailed: (failure) => actions.invitationFailed({ id, failure }),
    });
    if (!outcome.ok) {
      yield* reportInvitationFailure(outcome.failure);
      return;
    }
    yield* notify({ id: 'staff.invitation.sent', values: { email }, kind: 'success' });
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
  afterChange: put(branchNamesRequested()),
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
