import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { OrganisationSettings } from '../../../contract/schemas/organisation';
import type { Hold, PrivacyRequest, Retention } from '../../../contract/schemas/privacy';
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
  isOnHold: boolean;
}

/** The person whose applicant page led to the privacy page. */
export interface PersonWithHold extends Person {
  hold: Hold | null;
}

/** The first rows of a list, and how many it has. */
export interface Listed<T> {
  rows: T[];
  total: number;
}

export interface PrivacyState {
  overview: Loadable<Overview>;
  save: Loadable<null>;
  filterSave: Loadable<null>;
  requests: Loadable<Listed<PrivacyRequest>>;
  /** The application whose person the page shows, and the person. */
  applicationId: number | null;
  person: Loadable<PersonWithHold>;
  /** Files by worker. */
  files: Record<number, Loadable<null>>;
  /** The list of the people who are due. */
  dueFile: Loadable<null>;
  /** Whom the open dialog would erase. */
  erasing: Person | null;
  erasure: Loadable<null>;
  /** The request that the open dialog would close. */
  answering: PrivacyRequest | null;
  answer: Loadable<null>;
  /** How many requests are open, for the link to the page. */
  openCount: Loadable<number>;
}

const initialState: PrivacyState = {
  overview: init,
  save: init,
  filterSave: init,
  requests: init,
  applicationId: null,
  person: init,
  files: {},
  dueFile: init,
  erasing: null,
  erasure: init,
  answering: null,
  answer: init,
  openCount: init,
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
      state.filterSave = init;
      state.files = {};
      state.dueFile = init;
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
    requestsLoaded: (state, { payload }: PayloadAction<Listed<PrivacyRequest>>) => {
      state.requests = loaded(payload);
    },
    requestsFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.requests = refused(state.requests, payload);
    },
    personLoaded: (state, { payload }: PayloadAction<{ applicationId: number; person: PersonWithHold }>) => {
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
    filtersSubmitted: (state, _action: PayloadAction<{ isOn: boolean }>) => {
      state.filterSave = loading;
    },
    filtersSaved: (state, { payload }: PayloadAction<OrganisationSettings>) => {
      state.filterSave = done;
      if (state.overview.status === 'loaded') state.overview.data.settings = payload;
    },
    filtersFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.filterSave = failed(payload);
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
    dueFileRequested: (state, _action: PayloadAction<{ months: RetentionMonths }>) => {
      state.dueFile = loading;
    },
    dueFileLoaded: (state) => {
      state.dueFile = done;
    },
    dueFileFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.dueFile = failed(payload);
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
    answerDialogOpened: (state, { payload }: PayloadAction<PrivacyRequest>) => {
      state.answering = payload;
      state.answer = init;
    },
    answerDialogClosed: (state) => {
      state.answering = null;
      state.answer = init;
    },
    answerSubmitted: (state, _action: PayloadAction<{ id: number }>) => {
      state.answer = loading;
    },
    answered: (state, { payload: { id } }: PayloadAction<{ id: number }>) => {
      state.answer = done;
      if (state.answering?.id === id) state.answering = null;
    },
    answerFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.answer = failed(payload);
    },
    openCountRequested: (state) => {
      state.openCount = requested(state.openCount);
    },
    openCountLoaded: (state, { payload }: PayloadAction<{ openCount: number }>) => {
      state.openCount = loaded(payload.openCount);
    },
    openCountFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.openCount = refused(state.openCount, payload);
    },
    eraseFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.erasure = failed(payload);
    },
  },
});

export const privacyReducer = slice.reducer;
export const privacyActions = slice.actions;
export const {
  answerDialogClosed,
  answerDialogOpened,
  answerSubmitted,
  answered,
  dueFileRequested,
  eraseDialogClosed,
  eraseDialogOpened,
  eraseSubmitted,
  erased,
  fileRequested,
  filtersSubmitted,
  monthsSubmitted,
  openCountRequested,
  privacyOpened,
} = slice.actions;
