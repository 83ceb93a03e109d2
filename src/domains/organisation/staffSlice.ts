import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BranchAccount, HrAccount, HrBody } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';
import type { BranchValues, HrValues } from './rules';

/** The accounts of one kind, and their changes. */
export interface StaffState<Account extends HrAccount = HrAccount, Values extends HrValues = HrValues> {
  list: Loadable<Account[]>;
  /** The open form; `id` is null for a new account. `draft` holds the values from before the error page. */
  form: { id: number | null; draft: Values | null } | null;
  save: Loadable<null>;
  /** The account that the dialog asks about or that is being removed. */
  removal: { id: number; status: Loadable<null> } | null;
  /** Pending invitations by account. */
  inviting: Record<number, Loadable<null>>;
}

export type BranchesState = StaffState<BranchAccount, BranchValues>;
export type HrAccountsState = StaffState;

const initialState: StaffState = { list: init, form: null, save: init, removal: null, inviting: {} };

const createStaffSlice = <Name extends string>(name: Name) =>
  createSlice({
    name,
    initialState,
    reducers: {
      listRequested: (state) => {
        state.list = requested(state.list);
      },
      listLoaded: (state, { payload }: PayloadAction<HrAccount[]>) => {
        state.list = loaded(payload);
      },
      listFailed: (state, { payload }: PayloadAction<Failure>) => {
        state.list = refused(state.list, payload);
      },
      formOpened: (state, { payload }: PayloadAction<{ id: number | null }>) => {
        state.form = { id: payload.id, draft: null };
        state.save = init;
      },
      formDismissed: (state) => {
        state.form = null;
        state.save = init;
      },
      saveSubmitted: (
        state,
        _action: PayloadAction<{ id: number | null; body: HrBody; values: HrValues; email: string }>,
      ) => {
        state.save = loading;
      },
      saveSucceeded: (state) => {
        state.save = done;
        state.form = null;
      },
      saveFailed: (state, { payload }: PayloadAction<Failure>) => {
        state.save = failed(payload);
      },
      /** Keeps the values of the form while the error page is open. */
      draftKept: (state, { payload }: PayloadAction<HrValues>) => {
        if (state.form) state.form.draft = payload;
        state.save = init;
      },
      removalRequested: (state, { payload }: PayloadAction<{ id: number }>) => {
        state.removal = { id: payload.id, status: init };
      },
      removalDismissed: (state) => {
        state.removal = null;
      },
      removalConfirmed: (state, { payload }: PayloadAction<{ id: number }>) => {
        state.removal = { id: payload.id, status: loading };
      },
      removed: (state, { payload }: PayloadAction<{ id: number }>) => {
        state.removal = null;
        if (state.list.status === 'loaded') state.list.data = state.list.data.filter(({ id }) => id !== payload.id);
      },
      removalFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
        if (state.removal?.id === payload.id) state.removal.status = failed(payload.failure);
      },
      invitationRequested: (state, { payload }: PayloadAction<{ id: number; email: string }>) => {
        state.inviting[payload.id] = loading;
      },
      invitationSent: (state, { payload }: PayloadAction<{ id: number }>) => {
        state.inviting[payload.id] = done;
      },
      invitationFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
        state.inviting[payload.id] = failed(payload.failure);
      },
      /** Leaving the page closes its form and dialogs; a draft of a failed save stays. */
      pageLeft: (state) => {
        if (state.form?.draft == null) state.form = null;
        state.removal = null;
      },
    },
  });

const branches = createStaffSlice('branches');
const hrAccounts = createStaffSlice('hrAccounts');
export type StaffActions = (typeof branches | typeof hrAccounts)['actions'];

export const branchesReducer = branches.reducer;
export const branchActions = branches.actions;
export const hrAccountsReducer = hrAccounts.reducer;
export const hrActions = hrAccounts.actions;
