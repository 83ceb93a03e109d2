import { startTransition, useEffect, useState } from 'react';
import type { ApplicationFilters } from '../../domains/applications';
import type { BranchJobCount } from '../../domains/organisation';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { FilterFields, type OfferedFields } from './FilterFields';
import styles from './Filters.module.css';

interface FilterModalProps {
  open: boolean;
  filters: ApplicationFilters;
  fields: OfferedFields;
  /** Null: the list has no filter by branch. */
  branches: readonly BranchJobCount[] | null;
  counts: { filtered: number; total: number } | null;
  /** Each change takes effect at once: the list and the counts behind the dialog change with it. */
  onChange: (filters: ApplicationFilters) => void;
  onClear: () => void;
  onClose: () => void;
}

/** The filter dialog with the exact counts of the filtered list. */
export const FilterModal = ({
  open,
  filters,
  fields,
  branches,
  counts,
  onChange,
  onClear,
  onClose,
}: FilterModalProps) => {
  const t = useText();
  // The dialog opens at once; its many controls render right after.
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    startTransition(() => setIsDrawn(open));
  }, [open]);
  const foot = (
    <>
      <span className={styles.footCount} aria-live="polite">
        {counts && <T id="applications.count.filtered" values={counts} />}
      </span>
      <Button onClick={onClear}>{t('applications.filter.clear')}</Button>
      <Button look="primary" onClick={onClose}>
        {counts ? t('applications.filter.show', { count: counts.filtered }) : t('applications.filter.done')}
      </Button>
    </>
  );

  return (
    <Modal open={open} wide title={t('applications.filter.title')} foot={foot} onClose={onClose}>
      <div className={styles.sheet}>
        {isDrawn && <FilterFields filters={filters} fields={fields} branches={branches} onChange={onChange} />}
      </div>
    </Modal>
  );
};
