import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { endReached, listLeft, listOpened, PAGE_SIZE, selectAppointments } from '../../domains/appointments';
import { LIST_FIELDS } from '../../domains/kit/pagedList';
import { seesBranchNames, selectUser } from '../../domains/session';
import { listOriginOf, type ListOrigin } from '../../lib/pageKey';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { ListEnd } from '../../ui/ListEnd';
import { LoadState, Card, Skeleton } from '../../ui/LoadState';
import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import { PHONE, useMedia, useScrollMemory, useStoredPages } from '../../ui/useMedia';
import { CalendarFeedButton } from '../CalendarFeed/CalendarFeedButton';
import { Agenda } from './agenda/Agenda';
import type { AgendaPlace } from './agenda/PersonEntry';
import type { ApplicationsAddress } from './useApplicationsAddress';
import styles from './Appointments.module.css';

const NEAR_END = 400;

/** Returns the same address with the shortlist open, where the user chooses whom to invite. */
const toShortlist = (search: string): string => {
  const params = new URLSearchParams(search);
  params.set('activeTab', 'shortListed');
  return params.toString();
};

const AppointmentsSkeleton = () => (
  <Card>
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className={styles.entry}>
        <Skeleton width={44} />
        <Skeleton width={44} height={44} round />
        <Skeleton width={180} />
      </div>
    ))}
  </Card>
);

interface AppointmentTabProps {
  address: Pick<ApplicationsAddress, 'jobId' | 'page' | 'writePage'>;
  beside: boolean;
  selectedId: number | null;
}

/** The appointments of one job or of all jobs, by day. */
export const AppointmentTab = ({ address, beside, selectedId }: AppointmentTabProps) => {
  const location = useLocation();
  const dispatch = useAppDispatch();
  const isPhone = useMedia(PHONE);
  const user = useAppSelector(selectUser);
  const { query, items, list, refresh, more, next } = useFields(selectAppointments, ...LIST_FIELDS);
  const { jobId, page, writePage } = address;
  const wanted = Math.max(page, useStoredPages());
  const latestPage = useRef(wanted);
  useEffect(() => {
    latestPage.current = wanted;
  });
  const open = useCallback(
    // Beside an applicant the address is the applicant's.
    () => void dispatch(listOpened({ jobId, ...(!beside && { page: latestPage.current }) })),
    [dispatch, jobId, beside],
  );
  useEffect(() => {
    open();
    return () => void dispatch(listLeft());
  }, [open, dispatch]);
  const isLoaded = list.status === 'loaded' && query.jobId === jobId;
  const loadedPage = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  useEffect(() => {
    if (!beside && isLoaded && loadedPage !== page) writePage(loadedPage);
  }, [beside, isLoaded, loadedPage, page, writePage]);
  useScrollMemory(`appointments|${jobId}`, isLoaded, isLoaded ? loadedPage : wanted);
  const handleMore = useCallback(() => void dispatch(endReached()), [dispatch]);

  const origin = useMemo((): ListOrigin | null => {
    const { pathname, search: query, state } = location;
    // Another applicant beside the list replaces the first and keeps its way back.
    return selectedId === null ? { list: `${pathname}${query}`, depth: 1, stays: beside } : listOriginOf(state);
  }, [location, selectedId, beside]);
  const showsBranch = user !== null && seesBranchNames(user);
  const place = useMemo(
    (): AgendaPlace => ({ jobId, showsBranch, origin, selectedId }),
    [jobId, showsBranch, origin, selectedId],
  );

  return (
    <LoadState
      load={list}
      stale={items.length > 0}
      refresh={refresh}
      skeleton={<AppointmentsSkeleton />}
      onRetry={open}
    >
      {items.length === 0 && (
        <EmptyState
          icon="calendar"
          title={<T id="noAppointmentData" />}
          text={<T id="noAppointmentData.text" />}
          action={
            <ButtonLink to={`${location.pathname}?${toShortlist(location.search)}`}>
              <T id="noAppointmentData.action" />
            </ButtonLink>
          }
        />
      )}
      {!beside && items.length > 0 && (
        <div className={styles.feed}>
          <CalendarFeedButton isIcon={isPhone} look="quiet" />
        </div>
      )}
      <Agenda place={place} />
      <ListEnd more={more} hasMore={next !== null} distance={NEAR_END} onMore={handleMore} />
    </LoadState>
  );
};
