import { useId, useMemo, type ReactNode } from 'react';
import type { ApplicationRow } from '../../../../contract/schemas/applications';
import {
  agendaOf,
  foldToggled,
  selectAppointments,
  type AgendaRow,
  type AgendaSection,
} from '../../../domains/appointments';
import { dayName } from '../../../lib/dates';
import { readSettings } from '../../../lib/settings';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { Badge } from '../../../ui/Badge';
import { Icon } from '../../../ui/icons';
import { Card } from '../../../ui/Page';
import { T } from '../../../ui/text';
import { useNowEach } from '../../../ui/ticker';
import { useDateLocale } from '../../../ui/useDateLocale';
import { useDueFirstDays } from '../../FirstDay/useDueFirstDays';
import styles from '../Appointments.module.css';
import { AgendaEntry, type AgendaPlace } from './AgendaEntry';
import { FirstDayEntry } from './FirstDayEntry';

/** Seconds between two looks at the clock, which moves rows from one section to the next. */
const STEP = 10;

interface GroupProps {
  place: AgendaPlace;
  now: number;
}

interface RowsProps extends GroupProps {
  views: readonly AgendaRow[];
  showsDay: boolean;
}

const Rows = ({ views, ...rest }: RowsProps) =>
  views.map((view) => <AgendaEntry key={view.row.id} view={view} {...rest} />);

/** The rows that did not work out, behind a button. */
const Folded = ({ section, isOpen, ...rest }: GroupProps & { section: AgendaSection; isOpen: boolean }) => {
  const dispatch = useAppDispatch();
  const id = useId();
  const { key, folded, kind } = section;
  return (
    <div className={styles.folded}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => dispatch(foldToggled({ key, isOpen: !isOpen }))}
      >
        <Icon name="down" size={18} />
        <T id="agenda.folded" values={{ count: folded.length }} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && <Rows views={folded} showsDay={kind === 'past'} {...rest} />}
      </ul>
    </div>
  );
};

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
      <T id={`agenda.${kind}`} /> <span className={styles.soft}>{date}</span>
    </>
  );
};

const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.date}>
        {title}
      </h2>
      <Card>{children}</Card>
    </section>
  );
};

interface NeedsYouRows {
  views: readonly AgendaRow[];
  firstDays: readonly ApplicationRow[];
}

/** The rows that wait for the employer. */
const NeedsYou = ({ views, firstDays, ...rest }: GroupProps & NeedsYouRows) => (
  <Section
    title={
      <>
        <T id="agenda.needs" /> <Badge tone="action">{views.length + firstDays.length}</Badge>
      </>
    }
  >
    <ul>
      {firstDays.map((row) => (
        <FirstDayEntry key={`first-${row.id}`} row={row} {...rest} />
      ))}
      <Rows views={views} showsDay {...rest} />
    </ul>
  </Section>
);

/** Appointments by day: what needs the employer, today, tomorrow, later and past: docs/PRODUCT.md#appointment-list. */
export const Agenda = ({ place }: { place: AgendaPlace }) => {
  const { items, overdue, answers, unfolded } = useFields(
    selectAppointments,
    'items',
    'overdue',
    'answers',
    'unfolded',
  );
  const now = useNowEach(STEP);
  const { timeZone } = readSettings();
  const { needs, sections } = useMemo(
    () => agendaOf(items, overdue, { now, timeZone, answers }),
    [items, overdue, now, timeZone, answers],
  );
  const firstDays = useDueFirstDays(place.jobId);
  const shared = { place, now };
  return (
    <>
      {needs.length + firstDays.length > 0 && <NeedsYou views={needs} firstDays={firstDays} {...shared} />}
      {sections.map((section) => (
        <Section key={section.key} title={<SectionTitle section={section} />}>
          {section.rows.length > 0 && (
            <ul>
              <Rows views={section.rows} showsDay={section.kind === 'past'} {...shared} />
            </ul>
          )}
          {section.folded.length > 0 && (
            <Folded section={section} isOpen={unfolded.includes(section.key)} {...shared} />
          )}
        </Section>
      ))}
    </>
  );
};
