import { emptyFilters } from '../../domains/applications';
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
  if (isFiltered) {
    return (
      <EmptyState
        icon="filter"
        title={<T id="noApplicationData.filtered" />}
        text={<T id="noApplicationData.filteredText" />}
        action={
          <Button onClick={() => address.goToFilters(emptyFilters)}>
            <T id="applications.filter.clear" />
          </Button>
        }
      />
    );
  }
  if (address.tab === 'declined')
    return (
      <EmptyState
        icon="applications"
        title={<T id="noDeclinedApplication" />}
        text={<T id="noDeclinedApplication.text" />}
        action={
          <Button onClick={() => address.goToTab('all')}>
            <T id="applications.tabs.all" />
          </Button>
        }
      />
    );
  return address.tab === 'shortListed' ? (
    <EmptyState
      icon="star"
      title={<T id="noShortlistedWorker" />}
      text={<T id="noShortlistedWorker.text" />}
      action={
        <Button onClick={() => address.goToTab('all')}>
          <T id="applications.tabs.all" />
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon="applications"
      title={<T id="noApplicationData" />}
      text={<T id="noApplicationData.text" />}
      action={
        <ButtonLink to={address.jobId === null ? paths.jobCreate() : paths.jobEdit(address.jobId)}>
          <T id={address.jobId === null ? 'shell.addJob' : 'applications.job.edit'} />
        </ButtonLink>
      }
    />
  );
};
