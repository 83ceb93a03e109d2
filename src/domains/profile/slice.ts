import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FormField } from '../../../contract/schemas/reference';
import type { SessionUser } from '../session';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import type { ProfileSubmission, ProfileValues } from './rules';

export interface ProfileState {
  /** Fields of CompanyProfileForm. */
  form: Loadable<FormField[]>;
  save: Loadable<null>;
  /** A newly cropped picture, a `data:` address of a JPEG; in memory only. */
  photo: string | null;
  /** What was typed before another page took over: the phone's verification, or the error page. */
  draft: ProfileValues | null;
  /** The form waits for a verified phone, and will then send itself. Gone after a reload: nothing is sent by itself then. */
  awaitsPhone: boolean;
  /** Entries of the history that were left for good: their route state counts no more. */
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

/** Nothing of a change is left. */
const forget = (state: ProfileState) => {
  state.photo = null;
  state.draft = null;
  state.awaitsPhone = false;
};

const slice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    formRequested: (state) => {
      if (state.form.status !== 'loaded') state.form = loading;
    },
    formLoaded: (state, { payload }: PayloadAction<FormField[]>) => {
      state.form = loaded(payload);
    },
    formFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.form = failed(payload);
    },
    photoChosen: (state, { payload }: PayloadAction<{ photo: string }>) => {
      state.photo = payload.photo;
    },
    photoDropped: (state) => {
      state.photo = null;
    },
    /** The form is open; what an earlier try came to is past. */
    editOpened: (state) => {
      if (state.save.status !== 'loading') state.save = init;
    },
    /** Off to prove a new phone, and back with the proof. */
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
      forget(state);
    },
    saveFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.save = failed(payload);
    },
    /** The error page takes over; what was typed waits for coming back. */
    draftKept: (state, { payload }: PayloadAction<ProfileValues>) => {
      state.draft = payload;
    },
    /** Left for good; `entry` is the key of the entry in the history. */
    editLeft: (state, { payload }: PayloadAction<{ entry: string }>) => {
      forget(state);
      state.save = init;
      if (!state.leftEntries.includes(payload.entry)) state.leftEntries.push(payload.entry);
    },
  },
});

export const profileReducer = slice.reducer;
export const profileActions = slice.actions;
export const { formRequested, photoChosen, photoDropped, editOpened, phoneProofNeeded, saveSubmitted, editLeft } =
  slice.actions;
