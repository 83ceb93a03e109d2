import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from '../../../contract/constants/limits';
import { stagesIn } from '../../../contract/constants/statuses';
import { emptyFilters, type ApplicationFilters } from '../../domains/applications';
import type { BranchJobCount } from '../../domains/organisation';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { showFocused } from '../../ui/useMedia';
import { NO_TIME } from '../../ui/StageBadge';
import { T, useText } from '../../ui/text';
import { useLabels } from '../../ui/useLabels';
import { useNameCutter } from './BranchName';
import styles from './ApplicationList.module.css';

const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => {
  const t = useText();
  return (
    <button type="button" className={styles.chip} aria-label={t('ui.chip.remove', { label })} onClick={onRemove}>
      <span aria-hidden="true">{label}</span>
      <Icon name="close" size={16} />
    </button>
  );
};

/** The four feedback answers that a list can be filtered by: docs/PRODUCT.md#filters. */
export const FLAGS = ['came', 'positive', 'offerSent', 'offerAccepted'] as const;

/** A flag as a toggle's value: not filtered, true, false. */
type FlagText = 'any' | 'yes' | 'no';
export const flagToText = (flag: boolean | null | undefined): FlagText => (flag == null ? 'any' : flag ? 'yes' : 'no');
export const textToFlag = (text: FlagText): boolean | null => (text === 'any' ? null : text === 'yes');

interface FilterChip {
  key: string;
  label: string;
  /** The filter values after the user removes the chip. */
  cleared: Partial<ApplicationFilters>;
}

type Branches = readonly BranchJobCount[] | null;

/** Returns the filters in use, in words. */
export const useChips = (filters: ApplicationFilters, branches: Branches): FilterChip[] => {
  const t = useText();
  const labels = useLabels();
  const intl = useIntl();
  const { branchId, isSeen, stage, need, needState, gender, military, ageMin, ageMax, distanceMax } = filters;
  const { experienceMin, education, english } = filters;
  const namedLabel = (name: Parameters<typeof t>[0], value: Parameters<typeof t>[0]) =>
    t('applications.chips.named', { name: t(name), value: t(value) });
  const cutName = useNameCutter();
  const branch = branches?.find(({ userId }) => userId === branchId)?.companyName;
  const chips: (FilterChip | false)[] = [
    branchId != null && {
      key: 'branch',
      label: branch ? cutName(branch) : t('applications.filter.branch'),
      cleared: { branchId: null },
    },
    isSeen != null && { key: 'isSeen', label: t('applications.filter.unopened'), cleared: { isSeen: null } },
    need != null && {
      key: 'need',
      label: t(needState === 'lapsed' ? 'applications.chips.need.lapsed' : 'applications.chips.need', {
        need: t(`today.noun.${need}`),
      }),
      cleared: { need: null, needState: null },
    },
    stage != null && {
      key: 'stage',
      label: intl.formatList(
        stagesIn(stage).map((key) => t(`stage.${key}`, NO_TIME)),
        { type: 'disjunction' },
      ),
      cleared: { stage: null },
    },
    need == null &&
      needState != null && {
        key: 'needState',
        label: t(`applications.chips.needState.${needState}`),
        cleared: { needState: null },
      },
    gender != null && { key: 'gender', label: t(`options.gender.${gender}`), cleared: { gender: null } },
    military != null && {
      key: 'military',
      label: namedLabel('applications.filter.military', `options.military.${military}`),
      cleared: { military: null },
    },
    (ageMin != null || ageMax != null) && {
      key: 'age',
      label: t('applications.chips.ageRange', { min: ageMin ?? FILTER_AGE_MIN, max: ageMax ?? FILTER_AGE_MAX }),
      cleared: { ageMin: null, ageMax: null },
    },
    distanceMax != null && {
      key: 'distance',
      label: t('applications.chips.distance', { max: distanceMax }),
      cleared: { distanceMax: null },
    },
    experienceMin != null && {
      key: 'experience',
      label: t('applications.chips.experience', { duration: labels.experienceOption(experienceMin) }),
      cleared: { experienceMin: null },
    },
    education != null && { key: 'education', label: t(`options.education.${education}`), cleared: { education: null } },
    english != null && {
      key: 'english',
      label: namedLabel('applications.filter.english', `options.english.${english}`),
      cleared: { english: null },
    },
    ...FLAGS.map(
      (flag) =>
        filters[flag] != null && {
          key: flag,
          label: namedLabel(
            `applications.filter.${flag}`,
            filters[flag] ? 'applications.filter.yes' : 'applications.filter.no',
          ),
          cleared: { [flag]: null },
        },
    ),
  ];
  return chips.filter((chip) => chip !== false);
};

interface FilterChipsProps {
  filters: ApplicationFilters;
  /** Name the branch of the filter. */
  branches: Branches;
  onChange: (filters: ApplicationFilters) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** A chip for each filter in use, and a button that clears all filters and the name search. */
export const FilterChips = ({ filters, branches, onChange, children }: FilterChipsProps) => {
  const t = useText();
  const chips = useChips(filters, branches);
  return (
    <div className={styles.chips} role="group" aria-label={t('applications.chips.label')} onFocus={showFocused}>
      {chips.map((chip) => (
        <Chip key={chip.key} label={chip.label} onRemove={() => onChange({ ...filters, ...chip.cleared })} />
      ))}
      <Button look="quiet" small onClick={() => onChange(emptyFilters)}>
        <T id="applications.filter.clear" />
      </Button>
      {children}
    </div>
  );
};
