import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useText, T } from '../../ui/text';
import { useMemo, useState, type MouseEvent } from 'react';
import { useFormikContext } from 'formik';
import type { Location } from 'react-router-dom';
import { selectUser } from '../../domains/session';
import { useAppSelector, useFields } from '../../store/hooks';
import { selectJobForm, type Job } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { formatTime } from '../../lib/dates';
import { FailureText } from '../../ui/State';
import { useLeaveGuard, useNavigate } from '../../ui/router';
import type { JobFormRules } from './form';
import type { JobValues } from './values';
import { ErrorSummary } from './JobFormFrame';
import { UploadState } from './CoverField';
import { useDiscardDraft, useDraftAutosave } from './useJobDraft';
import styles from './JobForm.module.css';
import saveBarStyles from './SaveBar.module.css';

interface LeaveDialogProps {
  open: boolean;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks whether to keep the changes on this device or discard them when the user leaves a changed form. */
const LeaveDialog = ({ open, onStay, onKeep, onDiscard }: LeaveDialogProps) => {
  const t = useText();
  return (
    <Modal
      open={open}
      title={t('jobForm.leave.title')}
      text={t('jobForm.leave.text')}
      onClose={onStay}
      focusOn="[data-keep]"
      foot={
        <>
          <Button look="quiet" onClick={onDiscard}>
            {t('jobForm.leave.discard')}
          </Button>
          <Button onClick={onStay}>{t('jobForm.leave.stay')}</Button>
          <Button look="primary" data-keep="" onClick={onKeep}>
            {t('jobForm.leave.keep')}
          </Button>
        </>
      }
    />
  );
};

interface CreditCostProps {
  rules: JobFormRules;
  /** The status of the stored job; undefined for a new one. */
  status: Job['status'] | undefined;
}

/** Tells a company that publishing or reopening a job costs a credit: docs/PRODUCT.md#credits. */
export const CreditCost = ({ rules, status }: CreditCostProps) => {
  const user = useAppSelector(selectUser);
  const { values } = useFormikContext<JobValues>();
  const mayPublish = values.status === 'active' || (status === 'draft' && values.status === 'draft');
  if (!user || !rules.isCompany || status === 'active' || !mayPublish) return null;
  return <T as="p" className={styles.note} id="jobForm.creditCost" values={{ count: user.jobCreationBalance }} />;
};

/** Signing out has its own warning, and the error page leads back to the form. */
const UNGUARDED: readonly string[] = [paths.logout(), paths.error()];

const isDeletion = ({ state }: Location) => (state as { deleted?: number } | null)?.deleted !== undefined;

interface SaveBarProps {
  draftKey: string;
  /** The form as it loaded, without the draft. */
  loaded: JobValues;
  isRestored: boolean;
  isEdit: boolean;
  /** The stored job is a draft, such as a copy. */
  isDraft: boolean;
  busy: boolean;
  onSave: (asDraft: boolean) => void;
}

/** The save buttons, the state of the draft, and the errors that prevent saving. Use it inside Formik. */
export const SaveBar = ({ draftKey, loaded, isRestored, isEdit, isDraft, busy, onSave }: SaveBarProps) => {
  const t = useText();
  const navigate = useNavigate();
  const { values, resetForm, submitForm } = useFormikContext<JobValues>();
  const { save, deletion } = useFields(selectJobForm, 'save', 'deletion');
  const isChanged = useMemo(() => JSON.stringify(values) !== JSON.stringify(loaded), [values, loaded]);
  const isDone = save.status === 'loaded' || deletion.status === 'loaded';
  const savedAt = useDraftAutosave(draftKey, isChanged && !isDone ? values : null);
  const discard = useDiscardDraft(draftKey);
  const [showsRestored, setShowsRestored] = useState(isRestored);
  const guard = useLeaveGuard(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      !isDone &&
      currentLocation.pathname !== nextLocation.pathname &&
      !UNGUARDED.includes(nextLocation.pathname) &&
      !isDeletion(nextLocation),
  );
  const handleDiscard = () => {
    discard();
    resetForm({ values: loaded });
    setShowsRestored(false);
  };
  const failure = save.status === 'failed' && save.error.kind !== 'denied' ? save.error : null;
  const isStoredDraft = isDraft && values.status === 'draft';
  const mayStayDraft = !isEdit || isStoredDraft;
  const mayPublish = !isEdit || (isDraft && values.status !== 'closed');
  // Enter saves a stored draft: publishing it costs a credit, and nobody may do that by chance.
  const saveAs = (asDraft: boolean) => ({
    type: isStoredDraft === asDraft ? ('submit' as const) : ('button' as const),
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onSave(asDraft);
    },
  });
  return (
    <div className={saveBarStyles.bar}>
      <ErrorSummary />
      <UploadState onRetry={() => void submitForm()} />
      {failure && !failure.fields && (
        <p className="alarming size-14" role="alert">
          <FailureText failure={failure} />
        </p>
      )}
      {showsRestored && (
        <p className={saveBarStyles.restored} role="status">
          <T id="jobForm.restored" />{' '}
          <Button small look="quiet" onClick={handleDiscard}>
            {t('jobForm.discard')}
          </Button>
        </p>
      )}
      <div className={saveBarStyles.actions}>
        <span className={saveBarStyles.kept} role="status">
          {isChanged && savedAt !== null && (
            <T
              id={isEdit ? 'jobForm.changesKeptAt' : 'jobForm.keptAt'}
              values={{ time: formatTime(new Date(savedAt).toISOString()) }}
            />
          )}
        </span>
        <Button className={mayStayDraft ? saveBarStyles.cancel : undefined} onClick={() => navigate(-1)}>
          {t('ui.cancel')}
        </Button>
        {mayStayDraft && (
          <Button busy={busy} {...saveAs(true)}>
            {t('jobForm.saveDraft')}
          </Button>
        )}
        <Button look="primary" busy={busy} {...saveAs(false)}>
          {t(mayPublish ? 'jobForm.publish' : 'jobForm.save')}
        </Button>
      </div>
      <LeaveDialog
        open={guard.isOpen}
        onStay={guard.stay}
        onKeep={guard.leave}
        onDiscard={() => {
          discard();
          guard.leave();
        }}
      />
    </div>
  );
};
