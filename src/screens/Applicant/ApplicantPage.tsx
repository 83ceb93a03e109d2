import { useCallback, useEffect, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { Navigate } from 'react-router-dom';
import {
  applicantLeft,
  applicantOpened,
  prefetchRequested,
  preloadRequested,
  selectDetailOf,
  selectPrefetch,
} from '../../domains/applications';
import { workerFormRequested } from '../../domains/reference';
import { afterPaint } from '../../lib/browser';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Skeleton, LoadState } from '../../ui/LoadState';
import { ButtonLink } from '../../ui/Button';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { WIDE, useMedia } from '../../ui/useMedia';
import { KeysDialog } from '../../widgets/PageKeys/KeysDialog';
import { pathSegmentOf, useApplicantAddress, type Tab } from './address';
import { Applicant } from './Applicant';
import { BackLink } from './ThumbBar';
import { useApplicantKeys } from './useApplicantKeys';
import { useNeighbours } from './useNeighbours';
import styles from './Applicant.module.css';
import applicantHeaderStyles from './ApplicantHeader.module.css';

/** A placeholder for one line of text, `height` px high like the text, so that nothing moves when the text loads. */
const Line = ({ width, height, size = 14 }: { width: number; height: number; size?: number }) => (
  <div className="row" style={{ height }}>
    <Skeleton width={width} height={size} />
  </div>
);

const TABS = 4;
const FACTS = 5;

/** The header, the tabs and the first lines of an applicant without content. */
const ApplicantSkeleton = ({ tab }: { tab: Tab }) => (
  <div aria-hidden="true">
    <div className={applicantHeaderStyles.person}>
      <div className={applicantHeaderStyles.line}>
        <Skeleton width={44} height={44} round />
        <div className={applicantHeaderStyles.who}>
          <Line width={180} height={26} size={18} />
          <Line width={140} height={21} />
        </div>
        <div className={applicantHeaderStyles.actions}>
          <Skeleton width={112} height="var(--control)" />
          <Skeleton width={88} height="var(--control)" />
        </div>
      </div>
      {tab !== 'messages' && <Line width={220} height={24} />}
      {tab === 'profile' && (
        <div className={styles.facts}>
          {Array.from({ length: FACTS }, (_, at) => (
            <div key={at}>
              <Line width={56} height={18} size={10} />
              <Line width={96} height={24} size={16} />
            </div>
          ))}
        </div>
      )}
    </div>
    <div className={styles.tabSkeleton}>
      {Array.from({ length: TABS }, (_, at) => (
        <Skeleton key={at} width={64} />
      ))}
    </div>
    <div className={styles.bodySkeleton}>
      <Skeleton width={128} height={16} />
      <Skeleton width="72%" />
      <Skeleton width="56%" />
    </div>
  </div>
);

/** The application that the address names, in any load state. */
export const ApplicantPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const isWide = useMedia(WIDE);
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  // Before the store has opened it, so that one which was read ahead appears with the step to it.
  const detail = useAppSelector(selectDetailOf(applicationId));
  const neighbours = useNeighbours();
  const { nextId, step } = neighbours;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  // The keys also work while an applicant loads, because a searching user presses them many times.
  useApplicantKeys({ onNext: () => step(1), onPrevious: () => step(-1) });

  const open = useCallback(() => void dispatch(applicantOpened({ applicationId })), [dispatch, applicationId]);
  useEffect(() => {
    return afterPaint(open);
  }, [open]);
  useEffect(() => () => void dispatch(applicantLeft()), [dispatch]);
  const requestForm = useCallback(() => void dispatch(workerFormRequested()), [dispatch]);
  useEffect(() => {
    requestForm();
  }, [requestForm]);
  const isLoaded = detail.status === 'loaded';
  const { isNearEnd, firstId } = useAppSelector(selectPrefetch(applicationId), shallowEqual);
  const preloadId = nextId ?? firstId;
  useEffect(() => {
    if (!isLoaded || preloadId === null) return undefined;
    return afterPaint(() => dispatch(preloadRequested({ applicationId: preloadId })));
  }, [dispatch, isLoaded, preloadId]);
  useEffect(() => {
    if (isLoaded && isNearEnd) dispatch(prefetchRequested());
  }, [dispatch, isLoaded, isNearEnd]);

  if (isLoaded && jobId !== 0 && detail.data.job.id !== jobId) {
    const to = `${paths.jobDetail(detail.data.job.id, applicationId, pathSegmentOf(tab))}${search}`;
    return <Navigate to={to} replace state={state} />;
  }
  const isGone = detail.status === 'failed' && detail.error.kind === 'notFound';
  return (
    <div className={styles.applicant} data-tab={tab}>
      {!isWide && <BackLink jobId={jobId} />}
      {detail.status === 'failed' && (
        <PageHeading title={t(isGone ? 'applicant.notFound.title' : 'ui.failed.title')} hidden />
      )}
      <LoadState
        load={detail}
        skeleton={<ApplicantSkeleton tab={tab} />}
        onRetry={open}
        gone={
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
        }
      >
        {isLoaded && (
          <Applicant application={detail.data} tab={tab} neighbours={neighbours} onHelp={() => setIsHelpOpen(true)} />
        )}
      </LoadState>
      <KeysDialog open={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </div>
  );
};
