import { combineReducers, type Reducer, type ReducersMapObject, type UnknownAction } from '@reduxjs/toolkit';
import type { AccountState, PasswordsState, RestorationState } from '../domains/account';
import type { ApplicantState, ApplicationsState, HistoryState } from '../domains/applications';
import type { AppointmentsState, CurrentAppointmentState } from '../domains/appointments';
import type { BasketState, PurchaseState } from '../domains/basket';
import type { BranchInboxesState, ConversationState, InboxState, OutboxState } from '../domains/chat';
import type { ExportsState, PendingExportState } from '../domains/exports';
import type { JobDraftsState, JobFormState, JobLookupsState, JobsState } from '../domains/jobs';
import { noticesReducer, type NoticesState } from '../domains/notices';
import type { OpenPaymentsState } from '../domains/openPayments';
import type { HrAccountsState, OrganisationState, StaffState } from '../domains/organisation';
import type { CatalogueState, PackagesState } from '../domains/packages';
import { preferencesReducer, type PreferencesState } from '../domains/preferences';
import type { CheckoutState, PaymentState, StatementState } from '../domains/payment';
import type { PhoneVerificationState } from '../domains/phoneVerification';
import type { ProfileState, SignInsState } from '../domains/profile';
import type { PlacesState, PublicReferenceState, ReferenceState } from '../domains/reference';
import {
  loggedOut,
  loginSucceeded,
  reauthenticationReducer,
  sessionEndedElsewhere,
  sessionReducer,
  type ReauthenticationState,
  type SessionState,
} from '../domains/session';
import type { Storage } from '../lib/storage';
import { persistPreferences, persistSession } from './persist';

/** All of them; those of a later part of the program are there once it has come, and no page that reads them is shown before. */
export interface RootState {
  session: SessionState;
  reauthentication: ReauthenticationState;
  account: AccountState;
  passwords: PasswordsState;
  restoration: RestorationState;
  phoneVerification: PhoneVerificationState;
  profile: ProfileState;
  signIns: SignInsState;
  packages: PackagesState;
  catalogue: CatalogueState;
  basket: BasketState;
  purchase: PurchaseState;
  payment: PaymentState;
  checkout: CheckoutState;
  statement: StatementState;
  reference: ReferenceState;
  publicReference: PublicReferenceState;
  places: PlacesState;
  organisation: OrganisationState;
  branches: StaffState;
  hrAccounts: HrAccountsState;
  jobs: JobsState;
  jobForm: JobFormState;
  jobLookups: JobLookupsState;
  jobDrafts: JobDraftsState;
  applications: ApplicationsState;
  applicant: ApplicantState;
  history: HistoryState;
  appointments: AppointmentsState;
  currentAppointment: CurrentAppointmentState;
  exports: ExportsState;
  pendingExport: PendingExportState;
  inbox: InboxState;
  branchInboxes: BranchInboxesState;
  conversation: ConversationState;
  outbox: OutboxState;
  openPayments: OpenPaymentsState;
  preferences: PreferencesState;
  notices: NoticesState;
}

const START = { type: '@@root/start' };

/** True for the events after which nothing of the former user may be left. */
export const endsSession = (state: RootState | undefined, action: UnknownAction): boolean => {
  if (loggedOut.match(action) || sessionEndedElsewhere.match(action)) return true;
  const user = state?.session.user;
  return loginSucceeded.match(action) && user != null && user.id !== action.payload.user.id;
};

/** Every domain; the end of a session resets all of them here, once, and leaves the preferences and what was typed and not sent. */
export const createRootReducer = (storage: Storage, later: ReducersMapObject = {}): Reducer<RootState> => {
  const combined = combineReducers({
    session: persistSession(sessionReducer, storage),
    reauthentication: reauthenticationReducer,
    ...later,
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
      // Unsent forms are kept by user, and outlive a session that ended by itself.
      ...(state.jobDrafts && { jobDrafts: state.jobDrafts }),
      // Messages that were not sent as well.
      ...(state.outbox && { outbox: state.outbox }),
      // And which workbook is on its way for whom.
      ...(state.pendingExport && { pendingExport: state.pendingExport }),
      // Payments without a known end are kept by user as well.
      ...(state.openPayments && { openPayments: state.openPayments }),
    };
    return combined(kept as RootState, action);
  };
};
