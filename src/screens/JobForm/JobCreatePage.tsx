import { useEffect, useMemo } from 'react';
import { formLeft, formOpened, selectJobForm } from '../../domains/jobs';
import { mustBuyFirst, selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { phoneDigits } from '../../lib/rules';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Page } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import { JobEditor } from './JobEditor';
import { JobFormFrame } from './JobFormFrame';
import { emptyJob } from './values';

/** Tells a company that it has no credits, and offers the packages: docs/PRODUCT.md#credits. */
const NoCredit = () => {
  const t = useText();
  const navigate = useNavigate();
  const go = () => navigate(paths.packages(), { replace: true, state: { from: paths.jobCreate() } });
  return (
    <Modal
      open
      title={t('jobForm.noCredit.title')}
      text={t('common.alerts.jobCreation')}
      onClose={go}
      foot={
        <Button look="primary" onClick={go}>
          {t('jobForm.noCredit.action')}
        </Button>
      }
    />
  );
};

export const JobCreatePage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { save } = useFields(selectJobForm, 'save');
  useEffect(() => {
    dispatch(formOpened({ jobId: null }));
    return () => void dispatch(formLeft());
  }, [dispatch]);
  const phone = user?.phone ?? '';
  const initial = useMemo(() => ({ ...emptyJob, contactPhone: phoneDigits(phone) }), [phone]);
  if (!user) return null;
  // A saved job may have used the last credit; the form then shows its own result.
  if (mustBuyFirst(user) && save.status !== 'loaded') {
    return (
      <Page>
        <PageHeading title={t('jobForm.createTitle')} />
        <NoCredit />
      </Page>
    );
  }
  return (
    <JobFormFrame title={t('jobForm.createTitle')}>
      <JobEditor jobId={null} initial={initial} />
    </JobFormFrame>
  );
};
