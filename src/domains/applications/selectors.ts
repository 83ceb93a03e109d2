import type { ArrivalsState } from './arrivalsSlice';
import type { ApplicantState } from './detailSlice';
import type { HistoryState } from './historySlice';
import type { ShortlistedState } from './shortlistedSlice';
import type { ApplicationsState } from './slice';

interface Root {
  applications: ApplicationsState;
}

interface ApplicantRoot {
  applicant: ApplicantState;
}

export const selectApplications = (state: Root) => state.applications;
export const selectApplicant = (state: ApplicantRoot) => state.applicant;
export const selectIsShortListed =
  (id: number) =>
  (state: { shortlisted: ShortlistedState }): boolean =>
    state.shortlisted[id] ?? false;
/** True until the server has confirmed or refused a shortlist change. */
export const selectIsShortlistPending =
  (id: number) =>
  (state: Root): boolean =>
    state.applications.shortlist[id]?.status === 'loading';
export const selectArrivals = (state: { arrivals: ArrivalsState }) => state.arrivals;
export const selectLastDecided = ({ applications }: Root) => applications.lastDecided;
export const selectHistory = (state: { history: HistoryState }) => state.history;
