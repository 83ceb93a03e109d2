import type { ApplicantState } from './detailSlice';
import type { HistoryState } from './historySlice';
import type { ApplicationsState } from './slice';

interface Root {
  applications: ApplicationsState;
}

interface ApplicantRoot {
  applicant: ApplicantState;
}

export const selectApplications = (state: Root) => state.applications;
export const selectApplicant = (state: ApplicantRoot) => state.applicant;
export const selectHistory = (state: { history: HistoryState }) => state.history;
