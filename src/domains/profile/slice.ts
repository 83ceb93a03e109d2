import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, put } from 'redux-saga/effects';
import type { FormField } from '../../../contract/schemas/reference';
import { paths } from '../../lib/paths';
import { navigateTo, read, type Step } from '../kit/effects';
import { leaveForm } from '../kit/leave';
import { dataOr, init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { selectAccessToken, userRefreshed } from '../session';
import { hasTaxOffice, type ProfileSubmission, type ProfileValues } from './rules';
import { organisationSettings } from './settings';
import { signIns } from './signIns';

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

interface Root {
  profile: ProfileState;
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

export const profile = operations<ProfileState>('profile');

const slice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
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
  extraReducers: profile.reduce,
});

export const profileReducer = slice.reducer;
export const { photoChosen, photoDropped, editOpened, phoneProofNeeded, editLeft } = slice.actions;

export const selectProfile = (state: Root) => state.profile;
export const selectProfileForm = (state: Root) => state.profile.form;
/** Returns false until the form's definition has loaded. */
export const selectHasTaxOffice = createSelector(selectProfileForm, (form) => hasTaxOffice(dataOr(form, [])));

export const formRequested = profile.read('formRequested', {
  field: 'form',
  call: async (api) => (await api.call('POST /form-input-list', { body: { formName: 'CompanyProfileForm' } })).fields,
  once: true,
});

export const saveSubmitted = profile.submit('saveSubmitted', {
  field: 'save',
  call: async (api, { body }: ProfileSubmission) => (await api.call('POST /user/profile-update', { body })).user,
  start: (state) => {
    state.awaitsPhone = false;
  },
  loaded: clearDraft,
  *after(user) {
    const accessToken = yield* read(selectAccessToken);
    if (accessToken) yield put(userRefreshed({ user, accessToken }));
    // Replaces the form in the history, together with its route state and the used proof of the phone.
    yield* navigateTo(paths.profile(), { replace: true, state: { saved: true } });
  },
  notice: 'profile.edit.saved',
  afterFailure: (failure, { values }) => leaveForm(failure, slice.actions.draftKept(values)),
});

export function* profileSaga(): Step<void> {
  yield all([...profile.watch(), ...signIns.watch(), ...organisationSettings.watch()]);
}
