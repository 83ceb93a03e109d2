import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { OrganisationSettings } from '../../../contract/schemas/organisation';
import type { PrivacyRequest, Retention } from '../../../contract/schemas/privacy';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';

/** The settings of the organisation, and how many people are due for each choice of months. */
export interface Overview {
  settings: OrganisationSettings;
  retention: Retention;
}

/** Somebody whose data can be given out or erased. */
export interface Person {
  workerId: number;
  firstName: string;
  lastName: string;
  imageUrl: string | null;
}

export interface PrivacyState {
  overview: Loadable<Overview>;
  save: Loadable<null>;
  requests: Loadable<PrivacyRequest[]>;
  /** The application whose person the page shows, and the person. */
  applicationId: number | null;
  person: Loadable<Person>;
  /** Files by worker. */
  files: Record<number, Loadable<null>>;
  /** Whom the open dialog would erase. */
  erasing: Person | null;
  erasure: Loadable<null>;
}

const initialState: PrivacyState = {
  overview: init,
  save: init,
  requests: init,
  applicationId: null,
  person: init,
  files: {},
  erasing: null,
  erasure: init,
};

type WorkerFailure = { workerId: number; failure: Failure };

const slice = createSlice({
  name: 'privacy',
  initialState,
  reducers: {
    /** `applicationId` names the person to show beside the requests. Loaded data stays while it reloads. */
    privacyOpened: (state, { payload: { applicationId } }: PayloadAction<{ applicationId: number | null }>) => {
      state.overview = requested(state.overview);
      state.requests = requested(state.requests);
      state.save = init;
      state.files = {};
      if (state.applicationId !== applicationId || applicationId === null) state.person = init;
      if (applicationId !== null) state.person = requested(state.person);
      state.applicationId = applicationId;
    },
    overviewLoaded: (state, { payload }: PayloadAction<Overview>) => {
      state.overview = loaded(payload);
    },
    overviewFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.overview = refused(state.overview, payload);
    },
    requestsLoaded: (state, { payload }: PayloadAction<PrivacyRequest[]>) => {
      state.requests = loaded(payload);
    },
    requestsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.requests = refused(state.requests, payload);
    },
    personLoaded: (state, { payload }: PayloadAction<{ applicationId: number; person: Person }>) => {
      if (state.applicationId === payload.applicationId) state.person = loaded(payload.person);
    },
    personFailed: (state, { payload }: PayloadAction<{ applicationId: number; failure: Failure }>) => {
      if (state.applicationId === payload.applicationId) state.person = refused(state.person, payload.failure);
    },
    monthsSubmitted: (state, _action: PayloadAction<{ months: RetentionMonths }>) => {
      state.save = loading;
    },
    monthsSaved: (state, { payload }: PayloadAction<OrganisationSettings>) => {
      state.save = done;
      if (state.overview.status === 'loaded') state.overview.data.settings = payload;
    },
    monthsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.save = failed(payload);
    },
    fileRequested: (state, { payload: { workerId } }: PayloadAction<{ workerId: number }>) => {
      state.files[workerId] = loading;
    },
    fileLoaded: (state, { payload: { workerId } }: PayloadAction<{ workerId: number }>) => {
      state.files[workerId] = done;
    },
    fileFailed: (state, { payload: { workerId, failure } }: PayloadAction<WorkerFailure>) => {
      state.files[workerId] = failed(failure);
    },
    eraseDialogOpened: (state, { payload }: PayloadAction<Person>) => {
      state.erasing = payload;
      state.erasure = init;
    },
    eraseDialogClosed: (state) => {
      state.erasing = null;
      state.erasure = init;
    },
    eraseSubmitted: (state, _action: PayloadAction<{ workerId: number; confirmName: string }>) => {
      state.erasure = loading;
    },
    erased: (state, { payload: { workerId } }: PayloadAction<{ workerId: number }>) => {
      state.erasure = done;
      if (state.erasing?.workerId === workerId) state.erasing = null;
      if (state.person.status === 'loaded' && state.person.data.workerId === workerId) {
        state.person = init;
        state.applicationId = null;
      }
    },
    eraseFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.erasure = failed(payload);
    },
  },
});

export const privacyReducer = slice.reducer;
export const privacyActions = slice.actions;
export const {
  eraseDialogClosed,
  eraseDialogOpened,
  eraseSubmitted,
  erased,
  fileRequested,
  monthsSubmitted,
  privacyOpened,
} = slice.actions;
