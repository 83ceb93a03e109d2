import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FormField } from '../../../contract/schemas/reference';
import type { SessionUser } from '../session';
import { done, init, loadReducers, loading, type Loadable } from '../kit/loadable';
import type { ProfileSubmission, ProfileValues } from './rules';

export interface ProfileState {
  form: Loadable<FormField[]>;
  save: Loadable<null>;
  /** A newly cropped picture, a `data:` address of a JPEG; kept in memory only. */
  photo: string | null;
  /** Values of the form while the phone verification or the error page is open. */
  draft: ProfileValues | null;
  /**
   * The form waits for a verified phone and then submits itself. False after a reload, so that a reload submits
   * nothing.
   */
  awaitsPhone: boolean;
  /** History entries that the user has left for good; their route state is ignored. */
  leftEntries: string[];
}

const initialState: ProfileState = {
  form: init,
  save: init,
  photo: null,
  draft: null,
  awaitsPhone: false,
  leftEntries: [],
};

const clearDraft = (state: ProfileState) => {
  state.photo = null;
  state.draft = null;
  state.awaitsPhone = false;
};

const to = loadReducers<ProfileState>();

const slice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    formRequested: (state) => {
      if (state.form.status !== 'loaded') state.form = loading;
    },
    formLoaded: to.loaded('form'),
    formFailed: to.failed('form'),
    photoChosen: (state, { payload }: PayloadAction<{ photo: string }>) => {
      state.photo = payload.photo;
    },
    photoDropped: (state) => {
      state.photo = null;
    },
    /** The form opened: clears the outcome of an earlier try. */
    editOpened: (state) => {
      if (state.save.status !== 'loading') state.save = init;
    },
    /** The user leaves to verify a new phone and returns with the proof. */
    phoneProofNeeded: (state, { payload }: PayloadAction<ProfileValues>) => {
      state.awaitsPhone = true;
      state.draft = payload;
    },
    saveSubmitted: (state, _action: PayloadAction<ProfileSubmission>) => {
      state.save = loading;
      state.awaitsPhone = false;
    },
    saveSucceeded: (state, _action: PayloadAction<SessionUser>) => {
      state.save = done;
      clearDraft(state);
    },
    saveFailed: to.failed('save'),
    /** Keeps the values of the form while the error page is open. */
    draftKept: (state, { payload }: PayloadAction<ProfileValues>) => {
      state.draft = payload;
    },
    /** The user left for good; `entry` is the key of the history entry. */
    editLeft: (state, { payload }: PayloadAction<{ entry: string }>) => {
      clearDraft(state);
      state.save = init;
      if (!state.leftEntries.includes(payload.entry)) state.leftEntries.push(payload.entry);
    },
  },
});

export const profileReducer = slice.reducer;
export const profileActions = slice.actions;
export const { formRequested, photoChosen, photoDropped, editOpened, phoneProofNeeded, saveSubmitted, editLeft } =
  slice.actions;
