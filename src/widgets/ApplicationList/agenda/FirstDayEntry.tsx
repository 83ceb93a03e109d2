import { Link } from 'react-router-dom';
import type { ApplicationRow } from '../../../../contract/schemas/applications';
import { fromWallTime } from '../../../../contract/zone';
import { dayName, dayOf } from '../../../lib/dates';
import { paths } from '../../../lib/paths';
import { readSettings } from '../../../lib/settings';
import { Avatar } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { T } from '../../../ui/text';
import { useDateLocale } from '../../../ui/useDateLocale';
import { StartedPrompt } from '../../FirstDay/StartedPrompt';
import styles from '../Appointments.module.css';
import { SEARCH, type AgendaPlace } from './AgendaEntry';

/** The day of a wall time of the marketplace, by a word where it is near. */
const Day = ({ wall, now }: { wall: string; now: number }) => {
  const locale = useDateLocale();
  const day = dayOf(wall, now);
  const instant = fromWallTime(wall, readSettings().timeZone);
  if (day !== 'other') return <T id={`agenda.${day}`} />;
  return instant === null ? null : dayName(new Date(instant).toISOString(), locale, 'short');
};

interface FirstDayEntryProps {
  row: ApplicationRow;
  place: AgendaPlace;
  now: number;
}

/** A row of somebody whose first day has begun, with the question whether they started. */
export const FirstDayEntry = ({ row, place, now }: FirstDayEntryProps) => {
  const { jobId, showsBranch, origin, selectedId } = place;
  const { id, job, user, firstDay } = row;
  if (!firstDay) return null;
  const name = `${user.firstName} ${user.lastName}`;
  const facts = [<T key="title" id="firstDay.title" />, jobId === null && job.title, showsBranch && job.companyName];
  return (
    <li className={cx(styles.entry, id === selectedId && styles.selected)}>
      <time className={styles.time} dateTime={firstDay.startsAt}>
        <span>{firstDay.startsAt.slice(11, 16)}</span>
        <span className={styles.on}>
          <Day wall={firstDay.startsAt} now={now} />
        </span>
      </time>
      <Avatar name={name} src={user.imageUrl} size={44} />
      <span className={styles.who}>
        <Link
          className={styles.name}
          to={`${paths.jobDetail(jobId ?? 0, id, 'feedback')}?${SEARCH}`}
          state={origin}
          replace={selectedId !== null}
          aria-current={id === selectedId || undefined}
        >
          {name}
        </Link>
        <span className={styles.facts}>{facts.map((fact, at) => fact !== false && <span key={at}>{fact}</span>)}</span>
      </span>
      <div className={styles.actions}>
        <StartedPrompt application={row} />
      </div>
    </li>
  );
};
