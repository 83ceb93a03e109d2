import { useLocation, useParams } from 'react-router-dom';
import type { NextStep } from '../../domains/applications';
import type { ApplicantTab } from '../../lib/paths';

export const TABS = ['profile', 'messages', 'appointment', 'feedback'] as const;
export type Tab = (typeof TABS)[number];

/** Returns the path segment of a tab; the profile has none: docs/PRODUCT.md#applicant-page. */
export const pathSegmentOf = (tab: Tab): ApplicantTab | undefined => (tab === 'profile' ? undefined : tab);

export const TAB_OF: Record<NextStep, Tab> = {
  decide: 'profile',
  answer: 'messages',
  write: 'messages',
  invite: 'appointment',
  appointment: 'appointment',
  record: 'feedback',
};

/** Reads the applicant and the tab from the address. `jobId` is one job, or null for all jobs. */
export const useApplicantAddress = () => {
  const { jobId, applicationId } = useParams();
  const { pathname, search, state } = useLocation();
  const last = pathname.split('/').at(-1);
  const tab: Tab = TABS.find((one) => one === last) ?? 'profile';
  return { jobId: Number(jobId), applicationId: Number(applicationId), tab, search, state: state as unknown };
};
