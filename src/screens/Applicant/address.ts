import { useLocation, useParams } from 'react-router-dom';
import type { NextStep } from '../../domains/applications';
import type { ApplicantTab } from '../../lib/paths';

export const TABS = ['profile', 'messages', 'appointment', 'feedback'] as const;
export type Tab = (typeof TABS)[number];

/** The part of a path for a tab; the profile has none. Spec 2, point 2. */
export const partOf = (tab: Tab): ApplicantTab | undefined => (tab === 'profile' ? undefined : tab);

/** Where each next step is done. */
export const TAB_OF: Record<NextStep, Tab> = {
  answer: 'messages',
  write: 'messages',
  invite: 'appointment',
  appointment: 'appointment',
  record: 'feedback',
};

/** What the address says: the applicant and the tab, under one job or (null) all of them. */
export const useApplicantAddress = () => {
  const { jobId, applicationId } = useParams();
  const { pathname, search, state } = useLocation();
  const last = pathname.split('/').at(-1);
  const tab: Tab = TABS.find((one) => one === last) ?? 'profile';
  return { jobId: Number(jobId), applicationId: Number(applicationId), tab, search, state: state as unknown };
};
