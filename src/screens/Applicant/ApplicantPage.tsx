import { useCallback, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { preloadRequested, applicantLeft, applicantOpened, selectApplicant } from '../../domains/applications';
import { workerFormRequested } from '../../domains/reference';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { WIDE, useMedia } from '../../ui/useMedia';
import { KeysDialog } from '../../widgets/PageKeys/KeysDialog';
import { pathSegmentOf, useApplicantAddress } from './address';
import { Applicant } from './Applicant';
import { ApplicantSkeleton } from './ApplicantSkeleton';
import { BackLink } from './BackLink';
import { useApplicantKeys } from './useApplicantKeys';
import { useNeighbours } from './useNeighbours';
import styles from './Applicant.module.css';

/** The application that the address names, in any load state. */
export const ApplicantPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const isWide = useMedia(WIDE);
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  const { applicationId: openId, detail } = useFields(selectApplicant, 'applicationId', 'detail');
  const neighbours = useNeighbours();
  const { nextId, step } = neighbours;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const handleHelp = () => setIsHelpOpen(true);
  // The keys also work while an applicant loads, because a searching user presses them many times.
  useApplicantKeys({ onNext: () => step(1), onPrevious: () => step(-1), onHelp: handleHelp });

  const open = useCallback(() => void dispatch(applicantOpened({ applicationId })), [dispatch, applicationId]);
  useEffect(open, [open]);
  useEffect(() => () => void dispatch(applicantLeft()), [dispatch]);
  const requestForm = useCallback(() => void dispatch(workerFormRequested()), [dispatch]);
  useEffect(requestForm, [requestForm]);
  const isLoaded = detail.status === 'loaded' && openId === applicationId;
  useEffect(() => {
    if (isLoaded && nextId !== null) dispatch(preloadRequested({ applicationId: nextId }));
  }, [dispatch, isLoaded, nextId]);

  if (isLoaded && jobId !== 0 && detail.data.job.id !== jobId) {
    const to = `${paths.jobDetail(detail.data.job.id, applicationId, pathSegmentOf(tab))}${search}`;
    return <Navigate to={to} replace state={state} />;
  }
  const isGone = detail.status === 'failed' && detail.error.kind === 'notFound';
  return (
    <div className={styles.applicant}>
      {!isWide && <BackLink jobId={jobId} />}
      {isGone ? (
        <>
          <PageHeading title={t('applicant.notFound.title')} hidden />
          <EmptyState
            icon="profile"
            title={<T id="applicant.notFound.title" />}
            text={<T id="applicant.notFound.text" />}
            action={
              <ButtonLink to={`${paths.jobDetail(jobId)}${search}`} replace>
                <T id="applicant.back" />
              </ButtonLink>
            }
          />
        </>
      ) : (
        <LoadState
          load={openId === applicationId ? detail : { status: 'loading' }}
          skeleton={<ApplicantSkeleton />}
          onRetry={open}
        >
          {isLoaded && <Applicant application={detail.data} tab={tab} neighbours={neighbours} onHelp={handleHelp} />}
        </LoadState>
      )}
      <KeysDialog open={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </div>
  );
};
