import { combineReducers, type Reducer, type ReducersMapObject, type UnknownAction } from '@reduxjs/toolkit';
import type { AccountState, PasswordsState, RestorationState } from '../domains/account';
import type { ApplicantState, ApplicationsState, HistoryState, ShortlistedState } from '../domains/applications';
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

/** The state of all domains. Those that load later are missing until then; no page that reads them renders before. */
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
  shortlisted: ShortlistedState;
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

/** True for the events that must delete everything of the previous user. */
export const endsSession = (state: RootState | undefined, action: UnknownAction): boolean => {
  if (loggedOut.match(action) || sessionEndedElsewhere.match(action)) return true;
  const user = state?.session.user;
  return loginSucceeded.match(action) && user != null && user.id !== action.payload.user.id;
};

/** Combines all domains. The end of a session resets them here, except the preferences and unsent input. */
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
    // redux-persist keeps its own mark inside the slice and stops writing without it.
    const mark = (state.session as SessionState & { _persist?: unknown })._persist;
    const kept = {
      session: { ...sessionReducer(undefined, START), ...(mark !== undefined && { _persist: mark }) },
      preferences: state.preferences,
      // Unsent forms are stored by user and survive a session that ended by itself.
      ...(state.jobDrafts && { jobDrafts: state.jobDrafts }),
      // Unsent messages are stored by user too.
      ...(state.outbox && { outbox: state.outbox }),
      // The id of a workbook in progress is stored by user too.
      ...(state.pendingExport && { pendingExport: state.pendingExport }),
      // Unfinished payments are stored by user too.
      ...(state.openPayments && { openPayments: state.openPayments }),
    };
    return combined(kept as RootState, action);
  };
};
