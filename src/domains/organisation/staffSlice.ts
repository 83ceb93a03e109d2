import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BranchAccount, HrAccount, HrBody } from '../../../contract/schemas/organisation';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import type { BranchValues, HrValues } from './rules';

/** Accounts of the organisation and what is being done with them. A branch is a person with more to them. */
export interface StaffState<Account extends HrAccount = HrAccount, Values extends HrValues = HrValues> {
  list: Loadable<Account[]>;
  /** The open form: of a new account without an `id`; `draft` was typed before the error page took over. */
  form: { id: number | null; draft: Values | null } | null;
  save: Loadable<null>;
  /** Which account is asked about, or is being closed. */
  removal: { id: number; status: Loadable<null> } | null;
  /** Invitations that are on their way, by the account. */
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
      /** The last answer stays while a new one is on its way. */
      listRequested: (state) => {
        if (state.list.status !== 'loaded') state.list = loading;
      },
      listLoaded: (state, { payload }: PayloadAction<HrAccount[]>) => {
        state.list = loaded(payload);
      },
      listFailed: (state, { payload }: PayloadAction<Failure>) => {
        state.list = failed(payload);
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
      /** The error page takes over; what was typed waits for coming back. */
      draftKept: (state, { payload }: PayloadAction<HrValues>) => {
        if (state.form) state.form.draft = payload;
        state.save = init;
      },
      removalAsked: (state, { payload }: PayloadAction<{ id: number }>) => {
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
      /** What was open goes with the page, except for what was typed and could not be saved. */
      pageLeft: (state) => {
        if (state.form?.draft == null) state.form = null;
        state.removal = null;
      },
    },
  });

export const branches = createStaffSlice('branches');
export const hrAccounts = createStaffSlice('hrAccounts');
export type StaffActions = (typeof branches | typeof hrAccounts)['actions'];
