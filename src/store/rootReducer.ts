import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { applicationsReducer, type ApplicationsState } from '../domains/applications';
import { appointmentsReducer, type AppointmentsState } from '../domains/appointments';
import {
  jobDraftsReducer,
  jobFormReducer,
  jobLookupsReducer,
  jobsReducer,
  withoutDraftsOf,
  type JobDraftsState,
  type JobFormState,
  type JobLookupsState,
  type JobsState,
} from '../domains/jobs';
import { noticesReducer, type NoticesState } from '../domains/notices';
import { organisationReducer, type OrganisationState } from '../domains/organisation';
import { preferencesReducer, type PreferencesState } from '../domains/preferences';
import { referenceReducer, type ReferenceState } from '../domains/reference';
import {
  loggedOut,
  loginSucceeded,
  sessionEndedElsewhere,
  sessionReducer,
  type SessionState,
} from '../domains/session';
import type { Storage } from '../lib/storage';
import { persistJobDrafts, persistPreferences, persistSession } from './persist';

export interface RootState {
  session: SessionState;
  reference: ReferenceState;
  organisation: OrganisationState;
  jobs: JobsState;
  jobForm: JobFormState;
  jobLookups: JobLookupsState;
  jobDrafts: JobDraftsState;
  applications: ApplicationsState;
  appointments: AppointmentsState;
  preferences: PreferencesState;
  notices: NoticesState;
}

const START = { type: '@@root/start' };

/** True for the events after which nothing of the former user may be left. */
const endsSession = (state: RootState | undefined, action: UnknownAction): boolean => {
  if (loggedOut.match(action) || sessionEndedElsewhere.match(action)) return true;
  const user = state?.session.user;
  return loginSucceeded.match(action) && user != null && user.id !== action.payload.user.id;
};

/** Unsent forms outlive a session that ended by itself; whoever signs out of his own will takes his along. */
const keptDrafts = (state: RootState, action: UnknownAction): JobDraftsState => {
  const user = state.session.user;
  // redux-persist's own mark is among the rest.
  return loggedOut.match(action) && user
    ? { ...state.jobDrafts, ...withoutDraftsOf(state.jobDrafts, user.id) }
    : state.jobDrafts;
};

/** Every domain; the end of a session resets all of them here, once, and leaves the preferences and unsent forms. */
export const createRootReducer = (storage: Storage): Reducer<RootState> => {
  const combined = combineReducers({
    session: persistSession(sessionReducer, storage),
    reference: referenceReducer,
    organisation: organisationReducer,
    jobs: jobsReducer,
    jobForm: jobFormReducer,
    jobLookups: jobLookupsReducer,
    jobDrafts: persistJobDrafts(jobDraftsReducer, storage),
    applications: applicationsReducer,
    appointments: appointmentsReducer,
    preferences: persistPreferences(preferencesReducer, storage),
    notices: noticesReducer,
  }) as unknown as Reducer<RootState>;

  return (state, action) => {
    if (!state || !endsSession(state, action)) return combined(state, action);
    // redux-persist keeps its own mark inside the slice; without it nothing would be written any more.
    const mark = (state.session as SessionState & { _persist?: unknown })._persist;
    const kept = {
      session: { ...sessionReducer(undefined, START), ...(mark !== undefined && { _persist: mark }) },
      preferences: state.preferences,
      jobDrafts: keptDrafts(state, action),
    };
    return combined(kept as RootState, action);
  };
};
