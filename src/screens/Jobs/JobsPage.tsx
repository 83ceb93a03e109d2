import { useEffect, useState, useCallback } from 'react';
import { useLocation, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { endReached, listLeft, listOpened, nextSorting, selectJobs } from '../../domains/jobs';
import { branchJobCountsLeft, branchJobCountsRequested, selectBranchJobCounts } from '../../domains/organisation';
import { isType, mustBuyFirst, seesBranchDropdown, seesBranchNames, selectUser } from '../../domains/session';
import { selectReturns } from '../../domains/program';
import { dataOr } from '../../domains/kit/loadable';
import { LIST_FIELDS } from '../../domains/kit/pagedList';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { ButtonLink, IconButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { cx } from '../../ui/cx';
import { ListEnd } from '../../ui/ListEnd';
import { LoadState, Page } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { PHONE, TABLET, useMedia, useScrollMemory } from '../../ui/useMedia';
import { useTooNarrow } from '../../ui/useTooNarrow';
import { useNavigate } from '../../ui/router';
import { readAddress, writeAddress, type JobsAddress } from './address';
import { JobCards, JobSortSelect, JobsSkeleton } from './JobCards';
import { JobTable } from './JobTable';
import { BranchSelect, JobSearch, JobTotal, StatusSelect } from './JobTools';
import styles from './JobsPage.module.css';

const createdOf = (state: unknown): number | null => {
  const { justCreated } = (state ?? {}) as { justCreated?: unknown };
  return typeof justCreated === 'number' ? justCreated : null;
};

/** Says once that the job was created, with a link to its applications. A reload or Back does not show it again. */
const JustCreated = () => {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [created, setCreated] = useState(() => createdOf(state));
  useEffect(() => {
    if (createdOf(state) !== null) navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [navigate, pathname, search, state]);
  if (created === null) return null;
  return (
    <div className={styles.created} role="status">
      <div>
        <T as="strong" id="jobs.created.title" />
        <T as="p" id="jobs.created.text" />
      </div>
      <ButtonLink small to={paths.applications({ jobId: created })}>
        {t('jobs.created.next')}
      </ButtonLink>
      <IconButton icon="close" label={t('ui.close')} onClick={() => setCreated(null)} />
    </div>
  );
};

/** The next page loads this many px before the bottom: docs/PRODUCT.md#job-list. */
const NEAR_END = 5;

/** The job list; the address holds its search, filter and order. */
export const JobsPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const location = useLocation();
  // The bottom bar names the page.
  const isPhone = useMedia(PHONE);
  const [isTooNarrow, room] = useTooNarrow();
  // A table that does not fit becomes cards on wide windows too.
  const isNarrow = useMedia(TABLET) || isTooNarrow;
  const [params, setParams] = useSearchParams();
  const { branchId: branchParam } = useParams();
  const branchId = branchParam === undefined ? null : Number(branchParam);
  const address = params.toString();

  const user = useAppSelector(selectUser);
  const { query, items, list, refresh, more, next, total } = useFields(selectJobs, ...LIST_FIELDS, 'total');
  const branches = useAppSelector(selectBranchJobCounts);
  const isRoot = user !== null && seesBranchDropdown(user);
  const seesBranches = user !== null && seesBranchNames(user);
  const shown = readAddress(params, isRoot);
  const { q, status, sorting } = shown;

  const isCurrent = query.branchId === branchId && query.q === q && query.status === status;
  const open = useCallback(() => {
    dispatch(listOpened({ branchId, ...readAddress(new URLSearchParams(address), isRoot) }));
  }, [dispatch, branchId, address, isRoot]);
  const returns = useAppSelector(selectReturns);
  useEffect(() => {
    open();
  }, [open, returns]);
  useEffect(() => () => void dispatch(listLeft()), [dispatch]);
  useEffect(() => {
    if (!isRoot) return undefined;
    dispatch(branchJobCountsRequested());
    return () => void dispatch(branchJobCountsLeft());
  }, [dispatch, isRoot]);
  useScrollMemory(`${branchId}?${address}`, isCurrent && list.status === 'loaded');

  const go = (change: Partial<JobsAddress>) => setParams(writeAddress({ ...shown, ...change }));
  const handleMore = useCallback(() => void dispatch(endReached()), [dispatch]);

  const isEmpty = isCurrent && list.status === 'loaded' && items.length === 0;
  const isNarrowed = q !== '' || status !== undefined;
  if (isEmpty && !isNarrowed && branchId === null && user && mustBuyFirst(user)) {
    return <Navigate to={paths.packages()} replace state={{ from: location }} />;
  }

  const jobCount = !isCurrent || list.status !== 'loaded' ? null : next === null ? items.length : dataOr(total, null);

  const empty = isNarrowed ? (
    <EmptyState
      icon="search"
      title={<T id="jobs.noMatch.title" />}
      text={q ? <T id="jobs.noMatch.text" values={{ q }} /> : <T id="jobs.noMatch.status" />}
      action={<ButtonLink to={paths.jobs(branchId ?? undefined)}>{t('jobs.noMatch.action')}</ButtonLink>}
    />
  ) : (
    <EmptyState
      icon="jobs"
      title={<T id="jobs.empty.title" />}
      text={<T id="jobs.empty.text" />}
      action={
        <ButtonLink to={paths.jobCreate()} look="primary">
          {t('jobs.empty.action')}
        </ButtonLink>
      }
    />
  );

  return (
    <Page>
      <div className={cx('row wrap between gap-16', !isPhone && 'space-below-16')}>
        <PageHeading title={t('jobs.title')} hidden={isPhone} />
        {/* Companies have this link in the header, phones have a floating one, and an empty list has its own. */}
        {items.length > 0 && user && !isType(user, 'company') && (
          <span className={styles.add}>
            <ButtonLink to={paths.jobCreate()} icon="plus" look="primary">
              {t('jobs.empty.action')}
            </ButtonLink>
          </span>
        )}
      </div>
      <JustCreated />
      <div className={cx('flex wrap', isPhone ? 'gap-8 space-below-12' : 'gap-12 space-below-16')}>
        <JobSearch q={q} onSearch={(next) => go({ q: next })} />
        {isNarrow && (
          <JobSortSelect
            sortsBranches={isRoot}
            sorting={sorting}
            isIcon={isPhone}
            onSort={(next) => go({ sorting: next })}
          />
        )}
        {isRoot && <BranchSelect branchId={branchId} branches={branches.status === 'loaded' ? branches.data : []} />}
        <StatusSelect status={status} onStatus={(next) => go({ status: next })} />
        <JobTotal total={jobCount} />
      </div>
      <LoadState
        load={list}
        stale={items.length > 0}
        refresh={refresh}
        skeleton={<JobsSkeleton asCards={isNarrow} />}
        onRetry={open}
      >
        <div ref={room}>
          {isEmpty ? (
            empty
          ) : isNarrow ? (
            <JobCards jobs={items} seesBranches={seesBranches} />
          ) : (
            <JobTable
              jobs={items}
              seesBranches={seesBranches}
              sortsBranches={isRoot}
              sorting={sorting}
              onSort={(field) => go({ sorting: nextSorting(sorting, field) })}
            />
          )}
        </div>
        <ListEnd more={more} hasMore={next !== null} distance={NEAR_END} onMore={handleMore} />
      </LoadState>
    </Page>
  );
};
