import type { ApplicantState } from './detailSlice';
import type { ApplicationsState } from './slice';

interface Root {
  applications: ApplicationsState;
}

interface ApplicantRoot {
  applicant: ApplicantState;
}

export const selectApplications = (state: Root) => state.applications;
export const selectApplicant = (state: ApplicantRoot) => state.applicant;
