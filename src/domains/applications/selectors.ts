import { fullName } from '../../../contract/constants/text';
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
export const selectShortlisted = (state: { shortlisted: ShortlistedState }) => state.shortlisted.known;
export const selectIsShortListed =
  (id: number) =>
  (state: { shortlisted: ShortlistedState }): boolean =>
    state.shortlisted.known[id] ?? false;
/** True until the server has confirmed or refused a shortlist change. */
export const selectIsShortlistPending =
  (id: number) =>
  (state: Root): boolean =>
    state.applications.shortlist[id]?.status === 'loading';
export const selectArrivals = (state: { arrivals: ArrivalsState }) => state.arrivals;
export const selectLastDecided = ({ applications }: Root) => applications.lastDecided;
/** Rows left on a numbered page at which those after it are loaded. */
const NEAR_END = 3;
/** Returns whether few rows of the numbered page follow this one, and the first application after the page. */
export const selectAhead =
  (id: number) =>
  ({ applications: { items, query, ahead } }: Root) => {
    // This runs on every action, and only a numbered page is short.
    const at = query.onlyPage === undefined ? -1 : items.findIndex((row) => row.id === id);
    return {
      isNearEnd: at >= 0 && at >= items.length - NEAR_END,
      firstAheadId: ahead[0]?.id ?? null,
    };
  };
export const selectHistory = (state: { history: HistoryState }) => state.history;

/** Returns the full name of a listed or lately opened applicant; empty for an unknown one. */
export const selectKnownName =
  (id: number) =>
  ({ applications, applicant }: Root & ApplicantRoot): string => {
    const user = [...applications.items, ...applicant.cached].find((one) => one.id === id)?.user;
    return user ? fullName(user) : '';
  };
