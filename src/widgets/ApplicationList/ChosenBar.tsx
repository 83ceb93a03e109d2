import { selectApplications } from '../../domains/applications';
import { dataOr } from '../../domains/kit/loadable';
import { useFields } from '../../store/hooks';
import { useText } from '../../ui/text';
import { BulkBar } from '../Bulk/BulkBar';
import { useBranchOptions } from './BranchName';
import { useChips } from './FilterChips';
import type { ApplicationsAddress } from './useApplicationsAddress';

/** The bar of the chosen rows, with the list's job, tab and filters in words. */
export const ChosenBar = ({ address }: { address: ApplicationsAddress }) => {
  const t = useText();
  const { query, items, counts } = useFields(selectApplications, 'query', 'items', 'counts');
  const { jobId, tab, filters } = address;
  const chips = useChips(filters, useBranchOptions(address.jobId, filters.branchId !== null));
  const job = items.find((row) => row.job.id === jobId)?.job.title;
  const words = [
    jobId === null ? t('applications.job.all') : (job ?? t('applications.job.number', { id: jobId })),
    ...(tab === 'all' ? [] : [t(`applications.tabs.${tab}`)]),
    ...chips.map(({ label }) => label),
    ...(filters.q === '' ? [] : [t('bulk.name', { q: filters.q })]),
  ];
  return <BulkBar query={query} matches={dataOr(counts, null)?.filtered ?? null} words={words} />;
};
