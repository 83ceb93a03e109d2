import { VIEW_NAME_MAX } from '../../../../contract/constants/views';
import { selectApplications } from '../../../domains/applications';
import { useAppSelector } from '../../../store/hooks';
import { useText } from '../../../ui/text';
import { useChips } from '../FilterChips';
import { useBranchOptions } from '../useBranchOptions';
import type { ApplicationsAddress } from '../useApplicationsAddress';

/** Returns a name for a view of this list: its tab, its job and its filters in words, as many as fit. */
export const useSuggestedName = ({ tab, jobId, filters, sort }: ApplicationsAddress): string => {
  const t = useText();
  const branches = useBranchOptions(jobId, filters.branchId !== null);
  const chips = useChips(filters, branches);
  const job = useAppSelector((state) =>
    jobId === null ? undefined : selectApplications(state).items.find((row) => row.job.id === jobId)?.job.title,
  );
  const parts = [
    tab === 'shortListed' || tab === 'declined' ? t(`applications.tabs.${tab}`) : undefined,
    job,
    ...chips.map(({ label }) => label),
    sort === 'newest' ? undefined : t(`applications.sort.${sort}`),
  ].filter((part) => part !== undefined);
  const named = parts.reduce((name, part) => {
    const longer = name === '' ? part : `${name} · ${part}`;
    return longer.length <= VIEW_NAME_MAX ? longer : name;
  }, '');
  return named || t('views.save.default');
};
