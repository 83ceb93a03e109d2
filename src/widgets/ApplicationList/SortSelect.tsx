import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import type { ApplicationSort } from '../../domains/applications';
import { Select } from '../../ui/Select';
import { useText } from '../../ui/text';
import styles from './Filters.module.css';

/** Chooses the order of the list. */
export const SortSelect = ({ sort, onSort }: { sort: ApplicationSort; onSort: (sort: ApplicationSort) => void }) => {
  const t = useText();
  return (
    <Select
      className={styles.sort}
      label={t('applications.sort.label')}
      labelHidden
      value={sort}
      options={APPLICATION_SORTS.map((value) => ({ value, label: t(`applications.sort.${value}`) }))}
      onChange={(value) => onSort(APPLICATION_SORTS.find((one) => one === value) ?? 'newest')}
    />
  );
};
