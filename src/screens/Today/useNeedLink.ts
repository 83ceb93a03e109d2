import { selectToday, type NeedRow as Row } from '../../domains/today';
import { paths, type ApplicantTab } from '../../lib/paths';
import { useAppSelector } from '../../store/hooks';

/** The part of the applicant's page where each need is met. */
const TABS: Partial<Record<Row['need']['kind'], ApplicantTab>> = {
  answer: 'messages',
  attendance: 'appointment',
  outcome: 'feedback',
  first_day: 'feedback',
  rebook: 'appointment',
  invite: 'appointment',
  offer: 'feedback',
};

/** Returns the link to an applicant, where the need is met, with the way back to this page and its branch. */
export const useNeedLink = ({ id, need }: Row) => {
  const branchId = useAppSelector((state) => selectToday(state).branchId);
  const branch = branchId === null ? '' : `?branchId=${branchId}`;
  return {
    to: `${paths.jobDetail(0, id, TABS[need.kind])}${branch}`,
    state: { list: paths.today(branchId ?? undefined), depth: 1, stays: false },
  };
};
