import { memo, useCallback, useEffect } from 'react';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { endReached, listLeft, listOpened, selectAppointments, type AppointmentRow } from '../../domains/appointments';
import { formatDay, formatTime, weekday } from '../../lib/dates';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { Badge, type Tone } from '../../ui/Badge';
import { LoadState } from '../../ui/LoadState';
import { Card } from '../../ui/Page';
import { Bone } from '../../ui/Skeleton';
import { EmptyState } from '../../ui/State';
import { T } from '../../ui/text';
import { useNearEnd } from '../../ui/useNearEnd';
import { useScrollMemory } from '../../ui/useScrollMemory';
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

const Entry = memo(({ row }: { row: AppointmentRow }) => {
  const name = `${row.user.firstName} ${row.user.lastName}`;
  const status = row.status.name;
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={row.appointmentAt}>
        {formatTime(row.appointmentAt)}
      </time>
      <Avatar name={name} src={row.user.imageUrl} size={44} />
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        {row.address && <span className={styles.place}>{row.address}</span>}
      </span>
      <Badge tone={TONES[status]}>
        <T id={`appointments.status.${status}`} />
      </Badge>
    </li>
  );
});
Entry.displayName = 'Entry';

/** Rows that follow each other on one day stand under that day. */
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

const AppointmentsSkeleton = () => (
  <Card>
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className={styles.entry}>
        <Bone width={44} />
        <Bone width={44} height={44} round />
        <Bone width={180} />
      </div>
    ))}
  </Card>
);

/** The appointments of one job, or of all, day by day. */
export const AppointmentTab = ({ jobId }: { jobId: number | null }) => {
  const dispatch = useAppDispatch();
  const { query, items, list, more, nextPage } = useAppSelector(selectAppointments);
  const open = useCallback(() => void dispatch(listOpened({ jobId })), [dispatch, jobId]);
  useEffect(() => {
    open();
    return () => void dispatch(listLeft());
  }, [open, dispatch]);
  useScrollMemory(`appointments|${jobId}`, query.jobId === jobId && list.status === 'loaded');
  const handleNearEnd = useCallback(() => void dispatch(endReached()), [dispatch]);
  const end = useNearEnd(nextPage !== null && more.status !== 'loading', NEAR_END, handleNearEnd);

  return (
    <LoadState load={list} stale={items.length > 0} skeleton={<AppointmentsSkeleton />} onRetry={open}>
      {items.length === 0 && (
        <EmptyState icon="calendar" title={<T id="noAppointmentData" />} text={<T id="noAppointmentData.text" />} />
      )}
      {byDay(items).map(({ day, rows }) => (
        <section key={`${day}-${rows[0]?.id}`} className={styles.day}>
          <h2 className={styles.date}>
            <T id="appointments.day" values={{ date: day, weekday: weekday(rows[0]?.appointmentAt ?? '') }} />
          </h2>
          <Card>
            <ul>
              {rows.map((row) => (
                <Entry key={row.id} row={row} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <div ref={end} className={styles.end} role="status">
        {more.status === 'loading' && <T id="ui.loading" />}
      </div>
    </LoadState>
  );
};
