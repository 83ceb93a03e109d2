import type { ApplicationRow } from '../../../../contract/schemas/applications';
import { fromWallTime } from '../../../../contract/zone';
import { dayName, dayOf } from '../../../lib/dates';
import { readSettings } from '../../../lib/settings';
import { T } from '../../../ui/text';
import { useDateLocale } from '../../../ui/useDateLocale';
import { StartedPrompt } from '../../FirstDay/StartedPrompt';
import styles from '../Appointments.module.css';
import { PersonEntry, type AgendaPlace } from './PersonEntry';

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

/** Somebody whose first day has begun, with the question whether they started. */
export const FirstDayEntry = ({ row, place, now }: FirstDayEntryProps) => {
  const { id, job, user, firstDay } = row;
  if (!firstDay) return null;
  const { startsAt } = firstDay;
  const time = { dateTime: startsAt, text: startsAt.slice(11, 16), day: <Day wall={startsAt} now={now} /> };
  return (
    <PersonEntry
      place={place}
      applicationId={id}
      user={user}
      job={job}
      topic={<T id="firstDay.title" />}
      tab="feedback"
      time={time}
    >
      <div className={styles.actions}>
        <StartedPrompt application={row} />
      </div>
    </PersonEntry>
  );
};
