import { useCallback, useMemo } from 'react';
import { useFormikContext } from 'formik';
import { DESCRIPTION_MAX, SEARCH_DELAY, TEXT_MAX } from '../../../contract/constants/limits';
import { selectJobLookups, locationsRequested, positionsRequested } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { branchOptions, selectBranchJobCounts } from '../../domains/organisation';
import { selectCategories } from '../../domains/reference';
import { useText, T } from '../../ui/text';
import { SelectField, TextAreaField } from '../../ui/fields';
import { SuggestField } from '../../ui/SuggestField';
import { TextField } from '../../ui/TextField';
import { CoverField } from './CoverField';
import type { JobFormRules } from './form';
import { Section } from './JobFormFrame';
import type { CoverValue, JobValues } from './values';

const HiresField = ({ hired }: { hired: number }) => {
  const t = useText();
  const hint = (
    <>
      <T id="jobForm.hiresWantedHint" /> {hired > 0 && <T id="jobForm.hired" values={{ count: hired }} />}
    </>
  );
  return <TextField name="hiresWanted" label={t('jobForm.hiresWanted')} hint={hint} inputMode="numeric" />;
};

const BranchField = ({ disabled }: { disabled: boolean }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const branches = useAppSelector(selectBranchJobCounts);
  const { values, setFieldValue } = useFormikContext<JobValues>();
  const options = useMemo(() => branchOptions(dataOr(branches, [])), [branches]);
  const handlePick = (value: string) => {
    // Places of work belong to one branch, and the server rejects those of another.
    if (value !== values.branchId) void setFieldValue('locationIds', []);
    if (value) dispatch(locationsRequested({ ownerId: Number(value) }));
  };
  return (
    <SelectField
      name="branchId"
      label={t('jobForm.branch')}
      required
      disabled={disabled}
      options={[{ value: '', label: t('jobForm.choose') }, ...options]}
      onPick={handlePick}
    />
  );
};

interface BasicsSectionProps {
  rules: JobFormRules;
  savedCover: CoverValue | null;
  /** Accepted offers of the job. */
  hired: number;
}

export const BasicsSection = ({ rules, savedCover, hired }: BasicsSectionProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const categories = useAppSelector(selectCategories);
  const { positions } = useFields(selectJobLookups, 'positions');
  const search = useCallback((q: string) => void dispatch(positionsRequested({ q })), [dispatch]);
  const options = useMemo(
    () => dataOr(positions, []).map((position) => ({ key: position.id, label: position.name, value: position })),
    [positions],
  );
  return (
    <Section id="basics">
      {rules.choosesBranch && <BranchField disabled={rules.isEdit} />}
      <TextField name="title" label={t('jobForm.title')} required hint={t('jobForm.titleHint')} maxLength={TEXT_MAX} />
      <SuggestField
        name="position"
        label={t('jobForm.position')}
        required
        labelOf={({ name }) => name}
        options={options}
        loading={positions.status === 'loading'}
        delayMs={SEARCH_DELAY}
        minLength={0}
        onSearch={search}
      />
      <SelectField
        name="categoryId"
        label={t('jobForm.category')}
        required
        options={[
          { value: '', label: t('jobForm.choose') },
          ...dataOr(categories, []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {rules.active.has('hiresWanted') && <HiresField hired={hired} />}
      <TextAreaField
        name="description"
        label={t('jobForm.description')}
        required
        hint={t('jobForm.descriptionHint')}
        maxLength={DESCRIPTION_MAX}
        rows={7}
      />
      {rules.active.has('image') && <CoverField savedCover={savedCover} />}
    </Section>
  );
};
