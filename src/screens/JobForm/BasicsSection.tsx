import { useEffect, type FormEvent, type ReactNode, useState, useCallback, useMemo } from 'react';
import { useFormikContext } from 'formik';
import { TAG_MAX, DESCRIPTION_MAX, SEARCH_DELAY, TEXT_MAX } from '../../../contract/constants/limits';
import {
  additionReset,
  selectJobLookups,
  tagSubmitted,
  locationsRequested,
  positionsRequested,
} from '../../domains/jobs';
import { type Loadable, dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { selectBranchJobCounts } from '../../domains/organisation';
import { selectCategories } from '../../domains/reference';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useHasText, useText, T } from '../../ui/text';
import { PlainField } from '../../ui/PlainField';
import { SelectField } from '../../ui/SelectField';
import { TextAreaField } from '../../ui/TextAreaField';
import { SuggestField } from '../../ui/SuggestField';
import { TextField } from '../../ui/TextField';
import { CoverField } from './CoverField';
import type { JobFormRules } from './form';
import { Section } from './Section';
import type { CoverValue, JobValues } from './values';
import styles from './JobForm.module.css';

/** Shows why an addition failed: the server's reason, or "Unknown error" (docs/PRODUCT.md#places-of-work). */
export const AdditionProblem = ({ addition }: { addition: Loadable<number> }) => {
  const t = useText();
  const hasText = useHasText();
  if (addition.status !== 'failed') return null;
  const { kind, key } = addition.error;
  const byKey = `errors.keys.${key}`;
  const byKind = `errors.kinds.${kind}` as const;
  return (
    <p className={styles.problem} role="alert">
      {kind === 'unknown' ? t('jobForm.errors.unknown') : t(hasText(byKey) && kind !== 'network' ? byKey : byKind)}
    </p>
  );
};

interface AdditionDialogProps {
  /** Id of the form's element. */
  id: string;
  title: string;
  wide?: boolean;
  /** The state of the addition with the id of what was added. */
  addition: Loadable<number>;
  onSubmit: () => void;
  onAdded: (id: number) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the job form that adds something the form can choose. */
export const AdditionDialog = (props: AdditionDialogProps) => {
  const { id, title, wide, addition, onSubmit, onAdded, onClose, children } = props;
  const t = useText();
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(additionReset());
    return () => void dispatch(additionReset());
  }, [dispatch]);
  const added = addition.status === 'loaded' ? addition.data : null;
  useEffect(() => {
    if (added !== null) onAdded(added);
  }, [added, onAdded]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the submit to the surrounding job form, which must not submit.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Modal
      open
      wide={wide}
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="primary" type="submit" form={id} busy={addition.status === 'loading'}>
            {t('jobForm.add')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.dialogForm} onSubmit={handleSubmit} noValidate>
        {children}
      </form>
      <AdditionProblem addition={addition} />
    </Modal>
  );
};

interface AddTagDialogProps {
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** Adds a tag, or chooses an existing tag of that name. */
export const AddTagDialog = ({ onAdded, onClose }: AddTagDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { newTag } = useFields(selectJobLookups, 'newTag');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const handleSubmit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') dispatch(tagSubmitted({ name: name.trim() }));
  };
  return (
    <AdditionDialog
      id="new-tag"
      title={t('jobForm.addTag')}
      addition={newTag}
      onSubmit={handleSubmit}
      onAdded={onAdded}
      onClose={onClose}
    >
      <PlainField
        label={t('jobForm.tagName')}
        value={name}
        maxLength={TAG_MAX}
        error={missing ? t('jobForm.errors.tagName') : undefined}
        onChange={(value) => {
          setName(value);
          setMissing(false);
        }}
      />
    </AdditionDialog>
  );
};

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
  const options = useMemo(
    () =>
      dataOr(branches, []).map(({ userId, companyName }) => ({
        value: String(userId),
        label: companyName,
        isName: true,
      })),
    [branches],
  );
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
