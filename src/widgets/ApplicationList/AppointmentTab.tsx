import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import {
  endReached,
  listLeft,
  listOpened,
  PAGE_SIZE,
  selectAppointments,
  type AppointmentRow,
} from '../../domains/appointments';
import { LIST_FIELDS } from '../../domains/kit/pagedList';
import { paths } from '../../lib/paths';
import { listOriginOf, type ListOrigin } from '../../lib/listOrigin';
import { formatDay, formatTime } from '../../lib/dates';
import { weekday } from '../../lib/weekday';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { Badge, type Tone } from '../../ui/Badge';
import { cx } from '../../ui/cx';
import { ListEnd } from '../../ui/ListEnd';
import { LoadState } from '../../ui/LoadState';
import { ButtonLink } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';
import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import { useDateLocale } from '../../ui/useDateLocale';
import { useScrollMemory } from '../../ui/useScrollMemory';
import type { ApplicationsAddress } from './useApplicationsAddress';
import styles from './Appointments.module.css';

const NEAR_END = 400;

const TONES: Partial<Record<AppointmentStatus, Tone>> = {
  WAITING: 'warning',
  ACTIVE: 'success',
  COMPLETED: 'success',
  APPOINTMENT_POSITIVE: 'success',
  OFFER_SENT: 'accent',
  OFFER_ACCEPTED: 'success',
};

interface EntryProps {
  row: AppointmentRow;
  to: string;
  origin: ListOrigin | null;
  isSelected: boolean;
  /** An application is open beside the list, and this one replaces it. */
  isBeside: boolean;
}

const Entry = memo(({ row, to, origin, isSelected, isBeside }: EntryProps) => {
  const name = `${row.user.firstName} ${row.user.lastName}`;
  const status = row.status.name;
  return (
    <li className={cx(styles.entry, isSelected && styles.selected)}>
      <time className={styles.time} dateTime={row.appointmentAt}>
        {formatTime(row.appointmentAt)}
      </time>
      <Avatar name={name} src={row.user.imageUrl} size={44} />
      <span className={styles.who}>
        <Link className={styles.name} to={to} state={origin} replace={isBeside} aria-current={isSelected || undefined}>
          {name}
        </Link>
        {row.address && <span className={styles.place}>{row.address}</span>}
      </span>
      <Badge tone={TONES[status]}>
        <T id={`appointments.status.${status}`} />
      </Badge>
    </li>
  );
});
Entry.displayName = 'Entry';

/** Groups consecutive rows by day. */
const byDay = (rows: readonly AppointmentRow[]): { day: string; rows: AppointmentRow[] }[] => {
  const days: { day: string; rows: AppointmentRow[] }[] = [];
  for (const row of rows) {
    const day = formatDay(row.appointmentAt);
    const open = days.at(-1);
    if (open && open.day === day) open.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
};

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
  const dateLocale = useDateLocale();
  const dispatch = useAppDispatch();
  const { query, items, list, refresh, more, next } = useFields(selectAppointments, ...LIST_FIELDS);
  const { jobId, page, writePage } = address;
  const latestPage = useRef(page);
  useEffect(() => {
    latestPage.current = page;
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
  useScrollMemory(`appointments|${jobId}`, isLoaded);
  const handleMore = useCallback(() => void dispatch(endReached()), [dispatch]);

  const search = new URLSearchParams({ page: '1', activeTab: 'appointment' }).toString();
  const origin = useMemo((): ListOrigin | null => {
    const { pathname, search: query, state } = location;
    // Another applicant beside the list replaces the first and keeps its way back.
    return selectedId === null ? { list: `${pathname}${query}`, depth: 1, stays: beside } : listOriginOf(state);
  }, [location, selectedId, beside]);

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
      {byDay(items).map(({ day, rows }) => (
        <section key={`${day}-${rows[0]?.id}`} className={styles.day}>
          <h2 className={styles.date}>
            <T
              id="appointments.day"
              values={{ date: day, weekday: weekday(rows[0]?.appointmentAt ?? '', dateLocale) }}
            />
          </h2>
          <Card>
            <ul>
              {rows.map((row) => (
                <Entry
                  key={row.id}
                  row={row}
                  to={`${paths.jobDetail(jobId ?? 0, row.applicationId, 'appointment')}?${search}`}
                  origin={origin}
                  isSelected={row.applicationId === selectedId}
                  isBeside={selectedId !== null}
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <ListEnd more={more} hasMore={next !== null} distance={NEAR_END} onMore={handleMore} />
    </LoadState>
  );
};
