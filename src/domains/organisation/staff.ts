import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, put, type Effect } from 'redux-saga/effects';
import type { BranchAccount, HrAccount, HrBody } from '../../../contract/schemas/organisation';
import type { Api } from '../../lib/api';
import type { MessageId } from '../../lib/intl';
import { waitTextOf } from '../../lib/texts';
import { notify, read, type Step } from '../kit/effects';
import { causeOf, isSignedOut, orGone, type Failure } from '../kit/failure';
import { leaveForError, leaveForm } from '../kit/leave';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import type { BranchValues, HrValues } from './rules';
import { branchNamesRequested } from './slice';

/** The accounts of one kind, and their changes. */
interface StaffState<Account extends HrAccount = HrAccount, Values extends HrValues = HrValues> {
  list: Loadable<Account[]>;
  /** The open form; `id` is null for a new account. `draft` holds the values from before the error page. */
  form: { id: number | null; draft: Values | null } | null;
  save: Loadable<null>;
  /** The account that the dialog asks about or that is being removed. */
  removing: { id: number } | null;
  removal: Loadable<null>;
  /** Pending invitations by account. */
  inviting: Record<number, Loadable<null>>;
}

const initialState: StaffState = {
  list: init,
  form: null,
  save: init,
  removing: null,
  removal: init,
  inviting: {},
};

interface Submission {
  id: number | null;
  body: HrBody;
  values: HrValues;
  email: string;
}

interface Staff<Name extends string> {
  name: Name;
  /** Kinds of accounts that the organisation creates; their calls differ only in the path. */
  kind: 'branch' | 'hr';
  /** Returns all accounts, sorted by name. */
  getAll: (api: Api) => Promise<HrAccount[]>;
  texts: { invited: MessageId; saved: MessageId; removed: MessageId };
  /** An additional reload after a change. */
  afterChange?: Effect;
}

const createStaff = <Name extends string>({ name, kind, getAll, texts, afterChange }: Staff<Name>) => {
  const staff = operations<StaffState>(name);
  const slice = createSlice({
    name,
    initialState,
    reducers: {
      formOpened: (state, { payload }: PayloadAction<{ id: number | null }>) => {
        state.form = { id: payload.id, draft: null };
        state.save = init;
      },
      formDismissed: (state) => {
        state.form = null;
        state.save = init;
      },
      /** Keeps the values of the form while the error page is open. */
      draftKept: (state, { payload }: PayloadAction<HrValues>) => {
        if (state.form) state.form.draft = payload;
        state.save = init;
      },
      removalRequested: (state, { payload: { id } }: PayloadAction<{ id: number }>) => {
        state.removing = { id };
        state.removal = init;
      },
      removalDismissed: (state) => {
        state.removing = null;
        state.removal = init;
      },
      /** Leaving the page closes its form and dialogs; a draft of a failed save stays. */
      pageLeft: (state) => {
        if (state.form?.draft == null) state.form = null;
        Object.assign(state, { save: init, removing: null, removal: init });
      },
    },
    extraReducers: staff.reduce,
  });

  const listRequested = staff.read('listRequested', {
    field: 'list',
    call: getAll,
    // A page that was left must not lead to the error page.
    until: [slice.actions.pageLeft],
    // A failed refresh keeps the rows and shows a line above them.
    *afterFailure(failure) {
      const { list } = yield* read((state: Record<Name, StaffState>) => state[name]);
      if (list.status === 'failed') yield* leaveForError(failure);
    },
  });

  function* refresh(): Step<void> {
    yield put(listRequested());
    if (afterChange) yield afterChange;
  }

  /** Creates an account (`id` null) and mails an invitation, or changes an account. */
  const saveSubmitted = staff.submit('saveSubmitted', {
    field: 'save',
    call: (api, { id, body }: Submission): Promise<unknown> =>
      id === null
        ? api.call(`PUT /${kind}-accounts/create`, { body })
        : api.call(`POST /${kind}-accounts/edit/:id`, { params: { id }, body }),
    loaded: (state) => {
      state.form = null;
    },
    *after(_saved, { id, email }) {
      yield* notify({ id: id === null ? texts.invited : texts.saved, values: { email }, kind: 'success' });
      yield* refresh();
    },
    afterFailure: (failure, { values }) => leaveForm(failure, slice.actions.draftKept(values)),
  });

  const removalConfirmed = staff.submit('removalConfirmed', {
    field: 'removal',
    call: (api, { id }: { id: number }) => orGone(api.call(`DELETE /${kind}-accounts/delete/:id`, { params: { id } })),
    loaded: (state, _removed, removed) => {
      state.removing = null;
      if (state.list.status === 'loaded') state.list.data = state.list.data.filter(({ id }) => id !== removed.id);
    },
    notice: texts.removed,
    after: refresh,
  });

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

  const invitationRequested = staff.submit('invitationRequested', {
    field: 'inviting',
    call: (api, { id }: { id: number; email: string }) =>
      api.call(`POST /${kind}-accounts/invite/:id`, { params: { id } }),
    key: ({ id }) => id,
    *after(_sent, { email }) {
      yield* notify({ id: 'staff.invitation.sent', values: { email }, kind: 'success' });
      yield put(listRequested());
    },
    afterFailure: reportInvitationFailure,
  });

  return {
    staff,
    reducer: slice.reducer,
    actions: { ...slice.actions, listRequested, saveSubmitted, removalConfirmed, invitationRequested },
  };
};

const branches = createStaff({
  name: 'branches',
  kind: 'branch',
  getAll: async (api) => (await api.call('GET /branch-accounts/list')).branch_accounts,
  texts: { invited: 'branches.created', saved: 'branches.saved', removed: 'branches.deleted' },
  // The job list's dropdown shows the names too.
  afterChange: put(branchNamesRequested()),
});

const hrAccounts = createStaff({
  name: 'hrAccounts',
  kind: 'hr',
  getAll: async (api) => (await api.call('GET /hr-accounts/list')).hr_accounts,
  texts: { invited: 'hrStaff.created', saved: 'hrStaff.saved', removed: 'hrStaff.deleted' },
});

export const { reducer: branchesReducer, actions: branchActions, staff: branchStaff } = branches;
export const { reducer: hrAccountsReducer, actions: hrActions, staff: hrStaff } = hrAccounts;

interface Root {
  branches: StaffState;
  hrAccounts: StaffState;
}

/**
 * Returns the state with the types of branches: the list holds whole branches, and only the branch form fills the
 * draft.
 */
export const selectBranches = (state: Root) => state.branches as StaffState<BranchAccount, BranchValues>;
export const selectHrAccounts = (state: Root) => state.hrAccounts;

export function* staffSaga(): Step<void> {
  yield all([...branchStaff.watch(), ...hrStaff.watch()]);
}
