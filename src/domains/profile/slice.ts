import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import type { FormField } from '../../../contract/schemas/reference';
import type { BranchValues } from '../organisation';
import { isType, type SessionUser, selectAccessToken, userRefreshed } from '../session';
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, put } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { navigateTo, read, type Step } from '../kit/effects';
import { leaveForm } from '../kit/leave';
import { dataOr, init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { organisationSettings } from './settings';
import { signIns } from './signIns';

/**
 * Only companies and root may change their profile; branches and HR staff only read it. See
 * docs/PRODUCT.md#permissions.
 */
export const canEditProfile = (user: SessionUser): boolean => isType(user, 'company', 'root');

/** Root and companies may read and change the organisation's settings; HR staff may only read them. */
export const canReadSettings = (user: SessionUser): boolean => isType(user, 'company', 'hr_account', 'root');

/** Delays, in minutes, after which declined applicants may be told. */
const NOTICE_DELAYS = [0, 30, 120, 1_440, 4_320];

/** Returns the delays that the form offers, in order; a current one that another client set is among them. */
export const noticeDelays = (current: number): number[] =>
  [...new Set([...NOTICE_DELAYS, current])].sort((one, two) => one - two);

const UNITS = [
  { unit: 'days', minutes: 1_440 },
  { unit: 'hours', minutes: 60 },
  { unit: 'minutes', minutes: 1 },
] as const;

/** Returns a delay in the largest unit that divides it, or `now` for none. */
export const delayOf = (minutes: number): { unit: 'now' | 'days' | 'hours' | 'minutes'; count: number } => {
  const fitting = minutes > 0 && UNITS.find((one) => minutes % one.minutes === 0);
  return fitting ? { unit: fitting.unit, count: minutes / fitting.minutes } : { unit: 'now', count: 0 };
};

type FieldRequirement = 'hidden' | 'optional' | 'required';

/** Fields that appear only if the form's definition names them; all other unnamed fields are optional. */
const ONLY_WHEN_NAMED: readonly string[] = ['taxOffice', 'taxOfficeNumber'];

/** Fields that are always required, whatever the definition says. See docs/PRODUCT.md#profile-form. */
const ALWAYS_REQUIRED: readonly string[] = ['firstName', 'lastName', 'email', 'phone', 'location'];

/** Returns whether a form's definition hides, shows or requires a field. */
export const fieldRequirement = (fields: readonly FormField[], name: string): FieldRequirement => {
  if (ALWAYS_REQUIRED.includes(name)) return 'required';
  const field = fields.find((one) => one.name === name);
  if (!field) return ONLY_WHEN_NAMED.includes(name) ? 'hidden' : 'optional';
  if (!field.isActive) return 'hidden';
  return field.isRequired ? 'required' : 'optional';
};

export const hasTaxOffice = (fields: readonly FormField[]): boolean =>
  fieldRequirement(fields, 'taxOffice') !== 'hidden';

/** Values of the form; `taxOfficeNumber` and the texts are empty without input. */
export type ProfileValues = Omit<BranchValues, 'companyName'> & { phone: string };

/** The request body, and the form's values for a return from the error page. */
export interface ProfileSubmission {
  body: ProfileUpdateBody;
  values: ProfileValues;
}

interface ProfileState {
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
      state.save = init;
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
  *after(user, _submission, isLate) {
    const accessToken = yield* read(selectAccessToken);
    if (accessToken) yield put(userRefreshed({ user, accessToken }));
    // Replaces the form in the history, together with its route state and the used proof of the phone.
    if (!isLate) yield* navigateTo(paths.profile(), { replace: true, state: { saved: true } });
  },
  notice: 'profile.edit.saved',
  afterFailure: (failure, { values }) => leaveForm(failure, slice.actions.draftKept(values)),
});

export function* profileSaga(): Step<void> {
  yield all([...profile.watch(), ...signIns.watch(), ...organisationSettings.watch()]);
}
