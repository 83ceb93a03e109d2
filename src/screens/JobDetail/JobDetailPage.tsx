import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigationType, useParams } from 'react-router-dom';
import {
  type ApplicationRow,
  listLeft,
  listOpened,
  queryKey,
  selectApplicant,
  selectApplications,
} from '../../domains/applications';
import { paths } from '../../lib/paths';
import { isSignedOut } from '../../domains/kit/failure';
import { useAppDispatch, useAppSelector, useAppStore, useFields } from '../../store/hooks';
import { useText } from '../../ui/text';
import { PageHeading } from '../../ui/PageHeading';
import { PHONE, WIDE, useMedia } from '../../ui/useMedia';
import { useNavigate } from '../../ui/router';
import { JobPicker } from '../../widgets/ApplicationList/JobPicker';
import { ListTools } from '../../widgets/exports/ListTools';
import { ApplicationTabs, WorkerFormFailure } from '../../widgets/ApplicationList/ApplicationTabs';
import { useApplicationsAddress } from '../../widgets/ApplicationList/useApplicationsAddress';
import { pageQuery, sortedNow, type NumberedAddress } from '../../widgets/ApplicationList/useOpenList';
import { DecisionBar } from '../../widgets/Decisions/DecisionBar';
import { KeysHelp } from '../../widgets/PageKeys/KeysHelp';
import styles from './JobDetailPage.module.css';

/**
 * Redirects an unknown job to the jobs, and any other failure to the error page:
 * docs/PRODUCT.md#job-applications-page. The failure of an earlier visit does not count: going back from the error page
 * tries again.
 */
const useFailedList = () => {
  const navigate = useNavigate();
  const { list } = useFields(selectApplications, 'list');
  const failure = list.status === 'failed' && !isSignedOut(list.error) ? list.error : null;
  const [earlier] = useState(failure);
  useEffect(() => {
    if (failure === earlier) return;
    if (failure?.kind === 'notFound') navigate(paths.jobs(), { replace: true });
    else if (failure) navigate(paths.error(), { state: { key: failure.key, requestId: failure.requestId } });
  }, [failure, earlier, navigate]);
};

/**
 * Returns the job if a row or the open applicant knows it. Under all jobs it is the job of the open applicant.
 */
const useKnownJob = (jobId: number | null, isOpen: boolean) =>
  useAppSelector((state) => {
    const { detail } = selectApplicant(state);
    const open = isOpen && detail.status === 'loaded' ? detail.data.job : null;
    if (open && (jobId === null || open.id === jobId)) return open;
    if (jobId === null) return undefined;
    return selectApplications(state).items.find((row) => row.job.id === jobId)?.job;
  });

/** Returns a function that opens an applicant again, on the page of the list that the row left. */
const useReturn = (jobId: number | null, isOpen: boolean) => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return ({ id, jobId: ownJobId }: ApplicationRow, page: number | null) => {
    // An applicant of another job would take the user out of this one.
    if (!isOpen || (jobId !== null && ownJobId !== jobId)) return;
    const params = new URLSearchParams(search);
    if (page !== null) params.set('page', String(page));
    const to = `${paths.jobDetail(jobId ?? 0, id)}?${params.toString()}`;
    navigate(to, { replace: true, state: state as object });
  };
};

/**
 * Opens the page of the list that the address names. A link loads it again; the way back reuses it if the store still
 * holds it. A list without pages is the one that the user chose the applicant from, so it stays unchanged. Returns a
 * function that loads the page again.
 */
const useOpenPage = ({ tab, jobId, filters, sort, page }: NumberedAddress) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const type = useNavigationType();
  const query = useMemo(() => pageQuery({ tab, jobId, filters, sort, page }), [tab, jobId, filters, sort, page]);
  const key = queryKey(query);
  const latest = useRef({ query, page, type });
  useEffect(() => {
    latest.current = { query, page, type };
  });
  const open = useCallback(() => {
    const { query: latestQuery, page: latestPage } = latest.current;
    dispatch(listOpened({ query: sortedNow(latestQuery), page: latestPage }));
  }, [dispatch]);
  useEffect(() => {
    const { list, query: current } = selectApplications(store.getState());
    const isLoaded = list.status === 'loaded' && queryKey(current) === key;
    if (!isLoaded || (latest.current.type !== 'POP' && current.onlyPage !== undefined)) open();
  }, [store, open, key]);
  useEffect(() => () => void dispatch(listLeft()), [dispatch]);
  return open;
};

const isWhole = (text: string): boolean => /^\d{1,15}$/.test(text);

/** The applications of one job or of all (0). Invalid ids in the address redirect like unknown ones. */
export const JobDetailPage = () => {
  const { jobId = '', applicationId } = useParams();
  if (!isWhole(jobId)) return <Navigate to={paths.jobs()} replace />;
  if (applicationId !== undefined && !isWhole(applicationId))
    return <Navigate to={paths.jobDetail(Number(jobId))} replace />;
  return (
    <JobDetail jobId={Number(jobId) || null} selectedId={applicationId === undefined ? null : Number(applicationId)} />
  );
};

interface JobDetailProps {
  jobId: number | null;
  selectedId: number | null;
}

const JobDetail = ({ jobId, selectedId }: JobDetailProps) => {
  const t = useText();
  const navigate = useNavigate();
  const isWide = useMedia(WIDE);
  // The bottom bar names the page.
  const isPhone = useMedia(PHONE);
  const address = useApplicationsAddress(jobId);
  const open = useOpenPage(address);
  const knownJob = useKnownJob(jobId, selectedId !== null);
  const knownTitle = knownJob?.title;
  const handleUndone = useReturn(jobId, selectedId !== null);
  useFailedList();

  const title =
    jobId === null || knownTitle === undefined
      ? t('applications.title')
      : t('applications.titleOf', { job: knownTitle });
  const showsList = isWide || selectedId === null;
  return (
    <div className={styles.page}>
      <div className={isWide ? styles.columns : undefined}>
        {showsList && (
          <div className="shrinks no-print">
            <div className={styles.head}>
              {/* The applicant's name is the heading of their page. */}
              {selectedId === null && (
                <PageHeading title={title} hidden={isWide || isPhone}>
                  {t('applications.title')}
                </PageHeading>
              )}
              <div className={styles.picker}>
                <JobPicker
                  jobId={jobId}
                  knownTitle={knownTitle}
                  onChange={(next) => navigate(paths.jobDetail(next ?? 0))}
                />
              </div>
              <ListTools
                jobId={jobId}
                status={knownJob?.status}
                filters={address.filters}
                isShortlist={address.tab === 'shortListed'}
                hasRows={address.tab !== 'appointment'}
              />
            </div>
            <ApplicationTabs address={address} numbered={{ onRetry: open }} beside={isWide} selectedId={selectedId} />
          </div>
        )}
        <div className={isWide ? styles.pane : undefined}>
          <Outlet />
        </div>
      </div>
      <WorkerFormFailure />
      <DecisionBar onUndone={handleUndone} />
      <KeysHelp />
    </div>
  );
};
