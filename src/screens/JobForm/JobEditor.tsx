import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { Form, Formik } from 'formik';
import { flushSync } from 'react-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  saveAcknowledged,
  selectJobForm,
  draftKeyOf,
  jobSubmitted,
  locationsRequested,
  type Job,
  selectActiveJobFields,
} from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { branchJobCountsLeft, branchJobCountsRequested } from '../../domains/organisation';
import { selectUser, type SessionUser, isType } from '../../domains/session';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useText } from '../../ui/text';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors, type FieldFailures } from '../../ui/useServerErrors';
import { useNavigate } from '../../ui/router';
import { CloseReasonDialog, useCloseRequest } from './CloseReasonDialog';
import { fieldOf, jobSchema, toJobChange, toNewJob, type JobClosing, type JobFormRules } from './form';
import { JobFields } from './JobFields';
import { SaveBar } from './SaveBar';
import { useRestoredValues, useStoreDraft } from './useJobDraft';
import { useSoleLocationId } from './PlaceSection';
import type { JobValues } from './values';
import styles from './JobForm.module.css';

const useJobRules = (user: SessionUser, isEdit: boolean): JobFormRules => {
  const active = useAppSelector(selectActiveJobFields);
  return useMemo(
    () => ({
      userId: user.id,
      isEdit,
      active,
      choosesBranch: isType(user, 'root', 'hr_account'),
      isCompany: isType(user, 'company'),
      isHr: isType(user, 'hr_account'),
      asksPeopleBox: user.peopleBoxCredential?.status === 'active',
    }),
    [user, isEdit, active],
  );
};

/**
 * Reacts to a save: warns about a job that stayed a draft, and otherwise opens the next page in place of the form:
 * docs/PRODUCT.md#after-saving.
 */
const SavedDialogs = ({ isEdit }: { isEdit: boolean }) => {
  const t = useText();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { save } = useFields(selectJobForm, 'save');
  const saved = save.status === 'loaded' ? save.data : null;
  // Warns about a new draft, whether the user chose it or the company had no credits.
  const isDraft = saved !== null && (saved.lackedCredit || (!isEdit && saved.status === 'draft'));
  const lacksCredit = save.status === 'failed' && save.error.key === ERROR_KEYS.insufficientBalance;
  useEffect(() => {
    if (!saved || isDraft) return;
    if (isEdit) navigate(paths.applications({ jobId: saved.id, page: 1, activeTab: 'all' }), { replace: true });
    else navigate(paths.jobs(), { replace: true, state: { justCreated: saved.id } });
  }, [saved, isDraft, isEdit, navigate]);
  const toPackages = () => navigate(paths.packages());
  const toJobs = () => navigate(paths.jobs());
  return (
    <>
      <Modal
        open={isDraft}
        title={t('jobForm.draftWarning.title')}
        text={t(saved?.lackedCredit ? 'jobForm.draftWarning.text' : 'jobForm.draftWarning.chosen')}
        onClose={toJobs}
        foot={
          saved?.lackedCredit ? (
            <>
              <Button onClick={toJobs}>{t('jobForm.draftWarning.later')}</Button>
              <Button look="primary" onClick={toPackages}>
                {t('jobForm.noCredit.action')}
              </Button>
            </>
          ) : (
            <Button look="primary" onClick={toJobs}>
              {t('jobForm.draftWarning.later')}
            </Button>
          )
        }
      />
      <Modal
        open={lacksCredit}
        title={t('jobForm.noCredit.title')}
        text={t('errors.keys.insufficient_balance')}
        onClose={() => dispatch(saveAcknowledged())}
        foot={
          <>
            <Button onClick={() => dispatch(saveAcknowledged())}>{t('ui.close')}</Button>
            <Button look="primary" onClick={toPackages}>
              {t('jobForm.noCredit.action')}
            </Button>
          </>
        }
      />
    </>
  );
};

interface FormEffectsProps {
  form: RefObject<HTMLElement | null>;
  failure: FieldFailures | null;
}

/** Shows the server's errors under the fields and moves the focus to the first invalid field. */
const FormEffects = ({ form, failure }: FormEffectsProps) => {
  useServerErrors(failure, fieldOf);
  useFirstErrorFocus(form);
  return null;
};

interface EditorProps {
  jobId: number | null;
  job?: Job;
  initial: JobValues;
}

const Editor = ({ jobId, job, initial, user }: EditorProps & { user: SessionUser }) => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const rules = useJobRules(user, jobId !== null);
  const draftKey = draftKeyOf(user.id, jobId);
  const { values: start, isRestored } = useRestoredValues(draftKey, initial);
  const { save, upload } = useFields(selectJobForm, 'save', 'upload');
  const asksToClose = useCloseRequest() && job?.status === 'active';
  // Closing from a link does not save what was typed earlier.
  const [linkClosing] = useState<JobValues | null>(asksToClose ? { ...initial, status: 'closed' } : null);
  const [closing, setClosing] = useState(linkClosing);
  /** True if the user pressed "save as draft", and for a stored draft until they publish it. */
  const [asDraft, setAsDraft] = useState(job?.status === 'draft');
  const storeDraft = useStoreDraft(draftKey);
  const form = useRef<HTMLFormElement>(null);

  const ownerId = rules.choosesBranch ? Number(start.branchId) || null : null;
  useEffect(() => {
    if (!rules.choosesBranch) dispatch(locationsRequested({ ownerId: null }));
    else if (ownerId !== null) dispatch(locationsRequested({ ownerId }));
  }, [dispatch, rules.choosesBranch, ownerId]);
  useEffect(() => {
    if (!rules.choosesBranch) return undefined;
    dispatch(branchJobCountsRequested());
    return () => void dispatch(branchJobCountsLeft());
  }, [dispatch, rules.choosesBranch]);

  const statusOf = ({ status }: JobValues) =>
    job?.status === 'draft' && status === 'draft' && !asDraft ? 'active' : status;
  const send = (values: JobValues, close: JobClosing | null) => {
    const cover = values.cover?.isNew ? values.cover.url : null;
    const keepsDraft = isRestored && values === linkClosing;
    // The error page leads back to the form, which then restores this. A draft that stays must not reopen the job.
    storeDraft(keepsDraft ? { ...start, status: 'closed' } : values);
    if (jobId === null) dispatch(jobSubmitted({ jobId, body: toNewJob(values, rules, asDraft), cover, draftKey }));
    else {
      const body = toJobChange({ ...values, status: statusOf(values) }, rules, close);
      dispatch(jobSubmitted({ jobId, body, cover, draftKey: keepsDraft ? null : draftKey }));
    }
  };
  const isDraft = (values: JobValues) => (rules.isEdit ? statusOf(values) === 'draft' : asDraft);
  const handleSubmit = (values: JobValues) => {
    // Closing a job needs a reason first: docs/PRODUCT.md#closing-a-job.
    if (jobId !== null && values.status === 'closed' && job?.status !== 'closed') setClosing(values);
    else send(values, null);
  };
  const soleId = useSoleLocationId();
  // The form chooses a sole place by itself, which does not count as a change by the user.
  const loaded = useMemo(
    () => (soleId !== undefined && initial.locationIds.length === 0 ? { ...initial, locationIds: [soleId] } : initial),
    [initial, soleId],
  );
  const busy = save.status === 'loading' || upload.status === 'loading';

  return (
    <Formik
      initialValues={start}
      validationSchema={jobSchema(rules, isDraft)}
      onSubmit={(values, helpers) => {
        handleSubmit(values);
        helpers.setSubmitting(false);
      }}
    >
      {({ submitForm }) => (
        <Form ref={form} className={styles.layout} noValidate>
          <FormEffects form={form} failure={save.status === 'failed' ? save.error : null} />
          <JobFields rules={rules} job={job} />
          <SaveBar
            draftKey={draftKey}
            loaded={loaded}
            isRestored={isRestored}
            isEdit={rules.isEdit}
            isDraft={job?.status === 'draft'}
            busy={busy}
            onSave={(isNewDraft) => {
              // The submit validates by the rules of the pressed button.
              flushSync(() => setAsDraft(isNewDraft));
              void submitForm();
            }}
          />
          <CloseReasonDialog
            open={closing !== null}
            jobId={jobId}
            onChoose={(close) => {
              if (closing) send(closing, close);
              setClosing(null);
            }}
            onCancel={() => {
              setClosing(null);
              // The user asked to close the job elsewhere, and never for its form; but what they typed earlier is in it.
              if (closing === linkClosing && !isRestored) navigate(-1);
            }}
          />
          <SavedDialogs isEdit={rules.isEdit} />
        </Form>
      )}
    </Formik>
  );
};

export const JobEditor = (props: EditorProps) => {
  const user = useAppSelector(selectUser);
  return user && <Editor {...props} user={user} />;
};
