import { emptyFilters, filtersToQuery } from '../../domains/applications';
import { paths } from '../../lib/paths';
import { Button, ButtonLink } from '../../ui/Button';
import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import type { ApplicationsAddress } from './useApplicationsAddress';

interface EmptyListProps {
  address: ApplicationsAddress;
  isFiltered: boolean;
}

export const EmptyList = ({ address, isFiltered }: EmptyListProps) => {
  const { tab, jobId, filters } = address;
  const isSearch = Object.keys(filtersToQuery(filters)).join() === 'q';
  if (isFiltered)
    return (
      <EmptyState
        icon="filter"
        title={<T id={isSearch ? 'noApplicationData.search' : 'noApplicationData.filtered'} />}
        text={<T id={isSearch ? 'noApplicationData.searchText' : 'noApplicationData.filteredText'} />}
        action={
          <Button onClick={() => address.goToFilters(emptyFilters)}>
            <T id="applications.filter.clear" />
          </Button>
        }
      />
    );
  if (tab === 'declined' || tab === 'shortListed') {
    const isDeclined = tab === 'declined';
    return (
      <EmptyState
        icon={isDeclined ? 'applications' : 'star'}
        title={<T id={isDeclined ? 'noDeclinedApplication' : 'noShortlistedWorker'} />}
        text={<T id={isDeclined ? 'noDeclinedApplication.text' : 'noShortlistedWorker.text'} />}
        action={
          <Button onClick={() => address.goToTab('all')}>
            <T id="applications.tabs.all" />
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="applications"
      title={<T id="noApplicationData" />}
      text={<T id="noApplicationData.text" />}
      action={
        <ButtonLink to={jobId === null ? paths.jobCreate() : paths.jobEdit(jobId)}>
          <T id={jobId === null ? 'shell.addJob' : 'applications.job.edit'} />
        </ButtonLink>
      }
    />
  );
};
