import { memo, startTransition, useDeferredValue, useEffect, useState } from 'react';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
} from '../../../contract/constants/options';
import {
  FILTER_AGE_MAX,
  FILTER_AGE_MIN,
  FILTER_DISTANCE_MAX,
  FILTER_DISTANCE_MIN,
} from '../../../contract/constants/limits';
import type { ApplicationFilters } from '../../domains/applications';
import { branchOptions, type BranchJobCount } from '../../domains/organisation';
import { Segmented } from '../../ui/Segmented';
import { Select } from '../../ui/Select';
import { Slider } from '../../ui/Slider';
import { useText, T } from '../../ui/text';
import { useLabels } from '../../ui/useLabels';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FLAGS, flagToText, textToFlag } from './FilterChips';
import styles from './ApplicationList.module.css';

const ANY = '';

/** The toggle of all genders; an empty value would mean that no toggle is pressed. */
const ANY_GENDER = 'any';

/** Which filters the marketplace and the organisation offer. */
interface OfferedFields {
  militaryActive: boolean;
  englishActive: boolean;
  /** Age, gender and military service. */
  personalActive: boolean;
}

interface FilterFieldsProps {
  filters: ApplicationFilters;
  fields: OfferedFields;
  branches: readonly BranchJobCount[] | null;
  onChange: (filters: ApplicationFilters) => void;
}

/** All filters of the list (docs/PRODUCT.md#filters), including new applications only. */
const FilterFields = memo(({ filters, fields, branches, onChange }: FilterFieldsProps) => {
  const t = useText();
  const labels = useLabels();
  const set = (change: Partial<ApplicationFilters>) => onChange({ ...filters, ...change });
  const all = t('applications.filter.any');
  const any = { value: ANY, label: t('applications.filter.anyValue') };
  const ageMin = filters.ageMin ?? FILTER_AGE_MIN;
  const ageMax = filters.ageMax ?? FILTER_AGE_MAX;
  const distanceMax = filters.distanceMax ?? FILTER_DISTANCE_MAX;
  // Most controls follow in a task of their own.
  const isWhole = useDeferredValue(true, false);

  return (
    <div className="grid gap-20">
      {branches && (
        <Select
          label={t('applications.filter.branch')}
          value={String(filters.branchId ?? ANY)}
          options={[{ value: ANY, label: t('jobs.branch.all') }, ...branchOptions(branches)]}
          onChange={(value) => set({ branchId: value === ANY ? null : Number(value) })}
        />
      )}
      <label className="row gap-12 tall clickable size-14 strong tick-label">
        <input
          type="checkbox"
          checked={filters.isSeen === false}
          onChange={({ target }) => set({ isSeen: target.checked ? false : null })}
        />
        <span>{t('applications.filter.unopened')}</span>
      </label>
      {fields.personalActive && (
        <Segmented
          label={t('applications.filter.gender')}
          value={filters.gender ?? ANY_GENDER}
          options={[
            { value: ANY_GENDER, label: all },
            ...GENDERS.map((gender) => ({ value: gender, label: t(`options.gender.${gender}`) })),
          ]}
          onChange={(gender) => set({ gender: gender === ANY_GENDER ? null : gender })}
        />
      )}
      {fields.personalActive && fields.militaryActive && filters.gender === 'male' && (
        <Select
          label={t('applications.filter.military')}
          value={String(filters.military ?? ANY)}
          options={[
            any,
            ...MILITARY_STATUSES.map((code) => ({ value: String(code), label: t(`options.military.${code}`) })),
          ]}
          onChange={(value) => set({ military: MILITARY_STATUSES.find((code) => String(code) === value) ?? null })}
        />
      )}
      {isWhole && (
        <>
          {fields.personalActive && (
            <Slider
              label={t('applications.filter.age')}
              value={[ageMin, ageMax]}
              min={FILTER_AGE_MIN}
              max={FILTER_AGE_MAX}
              thumbLabels={[t('applications.filter.ageMin'), t('applications.filter.ageMax')]}
              textOf={([min, max]) => t('applications.filter.ageRange', { min, max })}
              onChange={([min, max]) => set({ ageMin: min, ageMax: max })}
            />
          )}
          <Slider
            label={t('applications.filter.distance')}
            value={[distanceMax]}
            min={FILTER_DISTANCE_MIN}
            max={FILTER_DISTANCE_MAX}
            thumbLabels={[t('applications.filter.distanceMax')]}
            textOf={([max]) =>
              max === FILTER_DISTANCE_MAX
                ? t('applications.filter.distanceAny')
                : t('applications.filter.distanceUpTo', { max })
            }
            onChange={([max]) => set({ distanceMax: max })}
          />
          <div className={styles.pair}>
            <Select
              label={t('applications.filter.experience')}
              value={String(filters.experienceMin ?? ANY)}
              options={[
                any,
                ...EXPERIENCE_MONTHS.filter((months) => months > 0).map((months) => ({
                  value: String(months),
                  label: labels.experienceOption(months),
                })),
              ]}
              onChange={(value) =>
                set({ experienceMin: EXPERIENCE_MONTHS.find((months) => String(months) === value) ?? null })
              }
            />
            <Select
              label={t('applications.filter.education')}
              value={filters.education ?? ANY}
              options={[
                any,
                ...EDUCATION_STATUSES.map((status) => ({ value: status, label: t(`options.education.${status}`) })),
              ]}
              onChange={(value) => set({ education: EDUCATION_STATUSES.find((status) => status === value) ?? null })}
            />
            {fields.englishActive && (
              <Select
                label={t('applications.filter.english')}
                value={String(filters.english ?? ANY)}
                options={[
                  any,
                  ...ENGLISH_LEVELS.map((code) => ({ value: String(code), label: t(`options.english.${code}`) })),
                ]}
                onChange={(value) => set({ english: ENGLISH_LEVELS.find((code) => String(code) === value) ?? null })}
              />
            )}
          </div>
          <div className="grid gap-8">
            {FLAGS.map((flag) => (
              <Segmented
                key={flag}
                row
                label={t(`applications.filter.${flag}`)}
                value={flagToText(filters[flag])}
                options={[
                  { value: 'any', label: all },
                  { value: 'yes', label: t('applications.filter.yes') },
                  { value: 'no', label: t('applications.filter.no') },
                ]}
                onChange={(value) => set({ [flag]: textToFlag(value) })}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
});
FilterFields.displayName = 'FilterFields';

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
        {counts && (
          <T
            id={counts.filtered === counts.total ? 'applications.count.all' : 'applications.count.filtered'}
            values={counts}
          />
        )}
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
