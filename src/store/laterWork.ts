import { applicantSaga, historyReducer } from '../domains/applications';
import {
  appointmentsReducer,
  appointmentsSaga,
  calendarFeedReducer,
  currentAppointmentReducer,
} from '../domains/appointments';
import { bulksSaga, pendingBulksReducer } from '../domains/bulks';
import { branchInboxesReducer, chatSaga, conversationReducer, inboxReducer, outboxReducer } from '../domains/chat';
import { decisionsSaga } from '../domains/decisions';
import { exportsSaga, pendingExportReducer } from '../domains/exports';
import { firstDayReducer, firstDaySaga } from '../domains/firstDay';
import { jobDraftsReducer, jobFormReducer, jobFormSaga, jobLookupsReducer, jobLookupsSaga } from '../domains/jobs';
import { branchesReducer, hrAccountsReducer, staffSaga } from '../domains/organisation';
import { openPaymentsReducer, openPaymentsSaga } from '../domains/openPayments';
import { placesReducer, placesSaga, publicReferenceReducer, publicReferenceSaga } from '../domains/reference';
import { todayReducer, todaySaga } from '../domains/today';
import { preferencesSaga } from '../domains/preferences';
import { programSaga } from '../domains/program';
import { spawnAll } from '../domains/kit/safely';
import type { Storage } from '../lib/storage';
import {
  persistJobDrafts,
  persistOpenPayments,
  persistOutbox,
  persistPendingBulks,
  persistPendingExport,
} from './persist';

const reducersOf = (storage: Storage) => ({
  publicReference: publicReferenceReducer,
  places: placesReducer,
  branches: branchesReducer,
  hrAccounts: hrAccountsReducer,
  jobForm: jobFormReducer,
  jobLookups: jobLookupsReducer,
  jobDrafts: persistJobDrafts(jobDraftsReducer, storage),
  history: historyReducer,
  appointments: appointmentsReducer,
  currentAppointment: currentAppointmentReducer,
  calendarFeed: calendarFeedReducer,
  pendingExport: persistPendingExport(pendingExportReducer, storage),
  inbox: inboxReducer,
  branchInboxes: branchInboxesReducer,
  conversation: conversationReducer,
  outbox: persistOutbox(outboxReducer, storage),
  firstDay: firstDayReducer,
  today: todayReducer,
  pendingBulks: persistPendingBulks(pendingBulksReducer, storage),
  openPayments: persistOpenPayments(openPaymentsReducer, storage),
});

const WATCHERS = [
  publicReferenceSaga,
  placesSaga,
  staffSaga,
  jobFormSaga,
  jobLookupsSaga,
  applicantSaga,
  appointmentsSaga,
  exportsSaga,
  chatSaga,
  decisionsSaga,
  firstDaySaga,
  todaySaga,
  bulksSaga,
  openPaymentsSaga,
  preferencesSaga,
  programSaga,
];

/** The rest of the daily work, a separate bundle that the lists of jobs and applications show without. */
export const laterWork = { reducersOf, saga: () => spawnAll(WATCHERS) };
