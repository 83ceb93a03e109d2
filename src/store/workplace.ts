import { spawn, put } from 'redux-saga/effects';
import {
  applicantReducer,
  applicationsReducer,
  applicationsSaga,
  arrivalsReducer,
  historyReducer,
  shortlistedReducer,
} from '../domains/applications';
import {
  appointmentsReducer,
  appointmentsSaga,
  calendarFeedReducer,
  currentAppointmentReducer,
} from '../domains/appointments';
import { bulksReducer, bulksSaga, pendingBulksReducer } from '../domains/bulks';
import { branchInboxesReducer, chatSaga, conversationReducer, inboxReducer, outboxReducer } from '../domains/chat';
import { decisionsReducer, decisionsSaga } from '../domains/decisions';
import { exportsReducer, exportsSaga, pendingExportReducer } from '../domains/exports';
import { firstDayReducer, firstDaySaga } from '../domains/firstDay';
import { jobDraftsReducer, jobFormReducer, jobLookupsReducer, jobsReducer, jobsSaga } from '../domains/jobs';
import { branchesReducer, hrAccountsReducer, organisationReducer, organisationSaga } from '../domains/organisation';
import { openPaymentsReducer, openPaymentsSaga } from '../domains/openPayments';
import {
  categoriesRequested,
  placesReducer,
  publicReferenceReducer,
  referenceReducer,
  referenceSaga,
} from '../domains/reference';
import { selectUser } from '../domains/session';
import { read, type Step } from '../domains/kit/effects';
import { safely } from '../domains/kit/safely';
import type { Storage } from '../lib/storage';
import {
  persistJobDrafts,
  persistOpenPayments,
  persistOutbox,
  persistPendingBulks,
  persistPendingExport,
} from './persist';

const reducersOf = (storage: Storage) => ({
  reference: referenceReducer,
  publicReference: publicReferenceReducer,
  places: placesReducer,
  organisation: organisationReducer,
  branches: branchesReducer,
  hrAccounts: hrAccountsReducer,
  jobs: jobsReducer,
  jobForm: jobFormReducer,
  jobLookups: jobLookupsReducer,
  jobDrafts: persistJobDrafts(jobDraftsReducer, storage),
  applications: applicationsReducer,
  shortlisted: shortlistedReducer,
  applicant: applicantReducer,
  arrivals: arrivalsReducer,
  history: historyReducer,
  appointments: appointmentsReducer,
  currentAppointment: currentAppointmentReducer,
  calendarFeed: calendarFeedReducer,
  exports: exportsReducer,
  pendingExport: persistPendingExport(pendingExportReducer, storage),
  inbox: inboxReducer,
  branchInboxes: branchInboxesReducer,
  conversation: conversationReducer,
  outbox: persistOutbox(outboxReducer, storage),
  decisions: decisionsReducer,
  firstDay: firstDayReducer,
  bulks: bulksReducer,
  pendingBulks: persistPendingBulks(pendingBulksReducer, storage),
  openPayments: persistOpenPayments(openPaymentsReducer, storage),
});

const WATCHERS = [
  referenceSaga,
  organisationSaga,
  jobsSaga,
  applicationsSaga,
  appointmentsSaga,
  exportsSaga,
  chatSaga,
  decisionsSaga,
  firstDaySaga,
  bulksSaga,
  openPaymentsSaga,
];

/** Starts the watcher of each domain independently of the others. */
function* saga(): Step<void> {
  for (const watcher of WATCHERS) yield spawn(safely(watcher));
  // Every sign-in loads the categories, and the user may have signed in while this bundle was loading.
  if (yield* read(selectUser)) yield put(categoriesRequested());
}

/** The domains of the daily work, a separate bundle that the sign-in page does not need. */
export const workplace = { reducersOf, saga };
