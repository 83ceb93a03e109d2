import { emptyFilters, type ApplicationFilters } from '../../domains/applications';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import type { ActiveTab } from './useApplicationsAddress';

interface EmptyListProps {
  tab: ActiveTab;
  isFiltered: boolean;
  onFilters: (filters: ApplicationFilters) => void;
}

/** Why the list is empty, and what fills it. */
export const EmptyList = ({ tab, isFiltered, onFilters }: EmptyListProps) => {
  if (isFiltered) {
    return (
      <EmptyState
        icon="filter"
        title={<T id="noApplicationData.filtered" />}
        text={<T id="noApplicationData.filteredText" />}
        action={
          <Button onClick={() => onFilters(emptyFilters)}>
            <T id="applications.filter.clear" />
          </Button>
        }
      />
    );
  }
  return tab === 'shortListed' ? (
    <EmptyState icon="star" title={<T id="noShortlistedWorker" />} text={<T id="noShortlistedWorker.text" />} />
  ) : (
    <EmptyState icon="applications" title={<T id="noApplicationData" />} text={<T id="noApplicationData.text" />} />
  );
};
