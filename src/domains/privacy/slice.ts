import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, put } from 'redux-saga/effects';
import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { OrganisationSettings } from '../../../contract/schemas/organisation';
import type { Hold, PrivacyRequest, Retention } from '../../../contract/schemas/privacy';
import { notify, read, type Step } from '../kit/effects';
import { saveFile } from '../kit/saveFile';
import type { Failure } from '../kit/failure';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { selectSession, userRefreshed } from '../session';
import * as api from './api';

/** The settings of the organisation, and how many people are due for each choice of months. */
export interface Overview {
  settings: OrganisationSettings;
  retention: Retention;
}

/** A person whose data can be given out or erased. */
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

/** Settings that the page switches on and off. */
export type Switch = 'personalFilters' | 'offlineReading';

interface PrivacyState {
  overview: Loadable<Overview>;
  save: Loadable<null>;
  /** Saves of the switches, by their setting. */
  switches: Partial<Record<Switch, Loadable<null>>>;
  requests: Loadable<Listed<PrivacyRequest>>;
  /** Newest first. */
  holds: Loadable<Listed<Hold>>;
  /** The application whose person the page shows, and the person. */
  applicationId: number | null;
  person: Loadable<PersonWithHold>;
  /** Files by worker. */
  files: Record<number, Loadable<null>>;
  /** The download of the list of people who are due. */
  dueFile: Loadable<null>;
  /** The person that the open dialog would erase. */
  erasing: Person | null;
  erasure: Loadable<null>;
  /** The request that the open dialog would close. */
  answering: PrivacyRequest | null;
  answer: Loadable<null>;
  /** The person whose data the open dialog would put on hold or release. */
  holding: Person | null;
  holdChange: Loadable<null>;
  /** How many requests are open, for the link to the page. */
  openCount: Loadable<number>;
}

const initialState: PrivacyState = {
  overview: init,
  save: init,
  switches: {},
  requests: init,
  holds: init,
  applicationId: null,
  person: init,
  files: {},
  dueFile: init,
  erasing: null,
  erasure: init,
  answering: null,
  answer: init,
  holding: null,
  holdChange: init,
  openCount: init,
};

export const privacy = operations<PrivacyState>('privacy');

/** The states of the dialogs, each with its change, when one opens or closes. */
const erasing = (person: Person | null) => ({ erasing: person, erasure: init });
const answering = (request: PrivacyRequest | null) => ({ answering: request, answer: init });
const holding = (person: Person | null) => ({ holding: person, holdChange: init });

const slice = createSlice({
  name: 'privacy',
  initialState,
  reducers: {
    /** `applicationId` names the person to show beside the requests. Loaded data stays while it reloads. */
    privacyOpened: (state, { payload: { applicationId } }: PayloadAction<{ applicationId: number | null }>) => {
      state.save = init;
      state.switches = {};
      state.files = {};
      state.dueFile = init;
      if (state.applicationId !== applicationId || applicationId === null) state.person = init;
      state.applicationId = applicationId;
    },
    /** A dialog must not open again with the page. */
    privacyLeft: (state) => Object.assign(state, erasing(null), answering(null), holding(null)),
    eraseDialogOpened: (state, { payload }: PayloadAction<Person>) => Object.assign(state, erasing(payload)),
    eraseDialogClosed: (state) => Object.assign(state, erasing(null)),
    answerDialogOpened: (state, { payload }: PayloadAction<PrivacyRequest>) => Object.assign(state, answering(payload)),
    answerDialogClosed: (state) => Object.assign(state, answering(null)),
    holdDialogOpened: (state, { payload }: PayloadAction<Person>) => Object.assign(state, holding(payload)),
    holdDialogClosed: (state) => Object.assign(state, holding(null)),
  },
  extraReducers: privacy.reduce,
});

export const privacyReducer = slice.reducer;
export const {
  answerDialogClosed,
  answerDialogOpened,
  eraseDialogClosed,
  eraseDialogOpened,
  holdDialogClosed,
  holdDialogOpened,
  privacyLeft,
  privacyOpened,
} = slice.actions;

export const selectPrivacy = (state: { privacy: PrivacyState }) => state.privacy;

const overviewRequested = privacy.read('overviewRequested', {
  field: 'overview',
  call: api.getOverview,
  on: [privacyOpened],
});

const requestsRequested = privacy.read('requestsRequested', {
  field: 'requests',
  call: api.getRequests,
  on: [privacyOpened],
});

privacy.read('holdsRequested', { field: 'holds', call: api.getHolds, on: [privacyOpened] });

privacy.read('personRequested', {
  field: 'person',
  call: (http, { applicationId }: { applicationId: number | null }) => api.getPerson(http, applicationId ?? 0),
  on: [privacyOpened],
  when: (_state, { applicationId }) => applicationId !== null,
  isCurrent: (state, { applicationId }) => state.applicationId === applicationId,
});

export const openCountRequested = privacy.read('openCountRequested', { field: 'openCount', call: api.countOpen });

const showSettings = ({ overview }: PrivacyState, settings: OrganisationSettings) => {
  if (overview.status === 'loaded') overview.data.settings = settings;
};

function* reloadOverview(): Step<void> {
  yield put(overviewRequested());
}

/** Loads the settings that somebody else saved, so that the next save sends their version. */
function* reloadAfterConflict({ kind }: Failure): Step<void> {
  if (kind === 'conflict') yield* reloadOverview();
}

export const monthsSubmitted = privacy.change('monthsSubmitted', {
  field: 'save',
  call: (http, { months }: { months: RetentionMonths }, { overview }) =>
    api.putSettings(http, overview, { retentionMonths: months }),
  loaded: showSettings,
  notice: 'privacy.retention.saved',
  // The server sets the first day of a shorter period.
  after: reloadOverview,
  reload: reloadAfterConflict,
});

export const switchSubmitted = privacy.change('switchSubmitted', {
  field: 'switches',
  key: ({ name }: { name: Switch; isOn: boolean }) => name,
  call: (http, { name, isOn }, { overview }) => api.putSettings(http, overview, { [name]: isOn }),
  loaded: showSettings,
  notice: 'privacy.retention.saved',
  *after(_settings, { name, isOn }) {
    const { user, accessToken } = yield* read(selectSession);
    // This tab follows the new setting at once.
    if (user && accessToken) yield put(userRefreshed({ user: { ...user, [name]: isOn }, accessToken }));
  },
  reload: reloadAfterConflict,
});

export const fileRequested = privacy.submit('fileRequested', {
  field: 'files',
  key: ({ workerId }: { workerId: number }) => workerId,
  call: (http, { workerId }) => api.getDataFile(http, workerId),
  after: (file) => saveFile(file, 'person.json'),
});

export const dueFileRequested = privacy.submit('dueFileRequested', {
  field: 'dueFile',
  call: (http, { months }: { months: RetentionMonths }) => api.postDueList(http, months),
  after: (file) => saveFile(file, 'people.xlsx'),
});

export const answerSubmitted = privacy.submit('answerSubmitted', {
  field: 'answer',
  call: (http, { id }: { id: number }) => api.postAnswered(http, id),
  loaded: (state) => {
    state.answering = null;
  },
  notice: 'privacy.answer.done',
  *after() {
    yield put(requestsRequested());
  },
});

export const eraseSubmitted = privacy.submit('eraseSubmitted', {
  field: 'erasure',
  call: api.postErasure,
  loaded: (state) => {
    state.erasing = null;
  },
  notice: 'privacy.erase.done',
  *after(_erasure, { workerId }) {
    const { applicationId, person } = yield* read(selectPrivacy);
    const isShown = person.status === 'loaded' && person.data.workerId === workerId;
    yield put(privacyOpened({ applicationId: isShown ? null : applicationId }));
  },
});

/** `note` says why the data is put on hold; null releases it. */
export const holdSubmitted = privacy.submit('holdSubmitted', {
  field: 'holdChange',
  call: api.putHold,
  loaded: (state) => {
    state.holding = null;
  },
  *after(_hold, { note }) {
    yield* notify({ id: note === null ? 'privacy.release.done' : 'privacy.hold.done', kind: 'success' });
    const { applicationId } = yield* read(selectPrivacy);
    yield put(privacyOpened({ applicationId }));
  },
});

export function* privacySaga(): Step<void> {
  yield all(privacy.watch());
}
