import { useCallback, useEffect, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { Navigate } from 'react-router-dom';
import {
  aheadRequested,
  applicantLeft,
  applicantOpened,
  preloadRequested,
  selectApplicant,
  selectAhead,
} from '../../domains/applications';
import { workerFormRequested } from '../../domains/reference';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
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
  useEffect(() => {
    open();
  }, [open]);
  useEffect(() => () => void dispatch(applicantLeft()), [dispatch]);
  const requestForm = useCallback(() => void dispatch(workerFormRequested()), [dispatch]);
  useEffect(() => {
    requestForm();
  }, [requestForm]);
  const isLoaded = detail.status === 'loaded' && openId === applicationId;
  const { isNearEnd, firstAheadId } = useAppSelector(selectAhead(applicationId), shallowEqual);
  const preloadId = nextId ?? firstAheadId;
  useEffect(() => {
    if (isLoaded && preloadId !== null) dispatch(preloadRequested({ applicationId: preloadId }));
  }, [dispatch, isLoaded, preloadId]);
  useEffect(() => {
    if (isLoaded && isNearEnd) dispatch(aheadRequested());
  }, [dispatch, isLoaded, isNearEnd]);

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
