import { useRef, useMemo } from 'react';
import type { ApplicationRow } from '../../../../contract/schemas/applications';
import { fromWallTime } from '../../../../contract/zone';
import {
  type AgendaRow,
  agendaOf,
  recordedAnswers,
  selectAppointments,
  type AgendaSection,
} from '../../../domains/appointments';
import { dayName, dayOf, formatTime } from '../../../lib/dates';
import { readSettings } from '../../../lib/settings';
import { useAppSelector, useFields } from '../../../store/hooks';
import { Amount, T, useDateLocale } from '../../../ui/text';
import { useFocusAfterLoss } from '../../../ui/focusAfterLoss';
import { Badge } from '../../../ui/Badge';
import { useNowEach } from '../../../ui/ticker';
import { StartedPrompt, useDueFirstDays } from '../../FirstDay/StartedPrompt';
import { PersonEntry, type AgendaPlace, RowState, Folded, Section } from './PersonEntry';
import { RowActions } from './RowActions';
import styles from '../Appointments.module.css';

interface DayProps {
  /**
   * A wall time of the marketplace, and the same time as an instant (ISO); null for a time that a clock change skips.
   */
  wall: string;
  instant: string | null;
  now: number;
}

/** A day; a near one as a word, such as "tomorrow". */
const Day = ({ wall, instant, now }: DayProps) => {
  const locale = useDateLocale();
  const day = dayOf(wall, now);
  return day === 'other' ? instant && dayName(instant, locale, 'short') : <T id={`agenda.${day}`} />;
};

interface AgendaEntryProps {
  view: AgendaRow;
  place: AgendaPlace;
  now: number;
  /** The row is not under a day's heading, so it names its day. */
  showsDay: boolean;
}

/** An appointment: time, person, job, where it stands, and the next step. */
const AgendaEntry = ({ view, place, now, showsDay }: AgendaEntryProps) => {
  const { row } = view;
  const state = useRef<HTMLSpanElement>(null);
  // Recording and undoing replace the pressed button.
  useFocusAfterLoss(state, view.undo ? 1 : 0);
  const time = {
    dateTime: row.appointmentAt,
    text: formatTime(row.appointmentAt),
    day: showsDay ? <Day wall={row.startAt} instant={row.appointmentAt} now={now} /> : null,
  };
  return (
    <PersonEntry
      place={place}
      applicationId={row.applicationId}
      user={row.user}
      job={row.job}
      tab="appointment"
      time={time}
    >
      <span ref={state} tabIndex={-1} className={styles.state}>
        <RowState view={view} now={now} className="soft size-12" />
      </span>
      {(view.step !== null || view.undo !== null) && (
        <span className={styles.actions}>
          <RowActions view={view} place={place} />
        </span>
      )}
    </PersonEntry>
  );
};

interface FirstDayEntryProps {
  row: ApplicationRow;
  place: AgendaPlace;
  now: number;
}

/** Somebody whose first day has begun, with the question whether they started. */
const FirstDayEntry = ({ row, place, now }: FirstDayEntryProps) => {
  const { id, job, user, firstDay } = row;
  if (!firstDay) return null;
  const { startsAt } = firstDay;
  const begins = fromWallTime(startsAt, readSettings().timeZone);
  const instant = begins === null ? null : new Date(begins).toISOString();
  const time = {
    dateTime: startsAt,
    text: startsAt.slice(11, 16),
    day: <Day wall={startsAt} instant={instant} now={now} />,
  };
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

/** Seconds between clock updates, which move rows from one section to the next. */
const STEP = 10;

/** The number of rows that wait for the employer and always show; more would push today far down the page. */
const NEEDS_SHOWN = 5;
const NEEDS_KEY = 'needs';

interface RowsProps {
  place: AgendaPlace;
  now: number;
  views: readonly AgendaRow[];
  showsDay: boolean;
}

const Rows = ({ views, ...rest }: RowsProps) =>
  views.map((view) => <AgendaEntry key={view.row.id} view={view} {...rest} />);

/** Names the day of a section; the near ones also by a word. */
const SectionTitle = ({ section: { kind, rows, folded } }: { section: AgendaSection }) => {
  const locale = useDateLocale();
  const first = rows[0] ?? folded[0];
  if (kind === 'past') return <T id="agenda.past" />;
  const date = first && (
    <time key="date" dateTime={first.row.startAt.slice(0, 10)} className={styles.longDay}>
      {dayName(first.row.appointmentAt, locale, 'long')}
    </time>
  );
  return kind === 'day' ? (
    date
  ) : (
    <>
      <T id={`agenda.${kind}`} /> <span className="hint regular">{date}</span>
    </>
  );
};

interface NeedsYouProps {
  views: readonly AgendaRow[];
  firstDays: readonly ApplicationRow[];
  isOpen: boolean;
  place: AgendaPlace;
  now: number;
}

/** The rows that wait for the employer. */
const NeedsYou = ({ views, firstDays, isOpen, ...rest }: NeedsYouProps) => {
  const rows = [
    ...firstDays.map((row) => <FirstDayEntry key={`first-${row.id}`} row={row} {...rest} />),
    ...views.map((view) => <AgendaEntry key={view.row.id} view={view} showsDay {...rest} />),
  ];
  if (rows.length === 0) return null;
  const title = (
    <>
      <T id="agenda.needs" />{' '}
      <Badge tone="action">
        <Amount value={rows.length} />
      </Badge>
    </>
  );
  return (
    <Section title={title}>
      <ul>{rows.slice(0, NEEDS_SHOWN)}</ul>
      {rows.length > NEEDS_SHOWN && (
        <Folded
          foldKey={NEEDS_KEY}
          isOpen={isOpen}
          label={isOpen ? <T id="agenda.showFewer" /> : <T id="agenda.showAll" values={{ count: rows.length }} />}
        >
          {rows.slice(NEEDS_SHOWN)}
        </Folded>
      )}
    </Section>
  );
};

/** Appointments by day: what needs the employer, today, tomorrow, later and past: docs/PRODUCT.md#appointment-list. */
export const Agenda = ({ place }: { place: AgendaPlace }) => {
  const { items, overdue, unfolded } = useFields(selectAppointments, 'items', 'overdue', 'unfolded');
  const answers = useAppSelector(recordedAnswers.select);
  const now = useNowEach(STEP);
  const { timeZone } = readSettings();
  const { needs, sections } = useMemo(
    () => agendaOf(items, overdue, { now, timeZone, ...(answers && { answers }) }),
    [items, overdue, now, timeZone, answers],
  );
  const firstDays = useDueFirstDays(place.jobId);
  const shared = { place, now };
  return (
    <>
      <NeedsYou views={needs} firstDays={firstDays} isOpen={unfolded.includes(NEEDS_KEY)} {...shared} />
      {sections.map((section) => {
        const { key, kind, rows, folded } = section;
        const options = { showsDay: kind === 'past', ...shared };
        return (
          <Section key={key} title={<SectionTitle section={section} />}>
            {rows.length > 0 && (
              <ul>
                <Rows views={rows} {...options} />
              </ul>
            )}
            {folded.length > 0 && (
              <Folded
                foldKey={key}
                isOpen={unfolded.includes(key)}
                label={<T id="agenda.folded" values={{ count: folded.length }} />}
              >
                <Rows views={folded} {...options} />
              </Folded>
            )}
          </Section>
        );
      })}
    </>
  );
};
