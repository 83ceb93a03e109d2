import type { NeedsPayload } from '../../../contract/schemas/today';
import { paths } from '../../lib/paths';
import { ButtonLink, Button } from '../../ui/Button';
import { T, Name, useDateLocale } from '../../ui/text';
import { Card } from '../../ui/LoadState';
import { FailureLine } from '../../ui/State';
import { Link } from '../../ui/router';
import { PHONE, useMedia } from '../../ui/useMedia';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import styles from './Today.module.css';
import { useMemo, useState } from 'react';
import { fullName } from '../../../contract/constants/text';
import { seesBranchNames, selectUser } from '../../domains/session';
import { errorOf } from '../../domains/kit/loadable';
import type { Failure } from '../../domains/kit/failure';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import {
  agendaOf,
  listOpened,
  selectAppointments,
  type AgendaRow,
  type AppointmentRow,
} from '../../domains/appointments';
import { dayName, formatTime } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import { pathOf, type AgendaPlace, RowState, Section } from '../../widgets/ApplicationList/agenda/PersonEntry';

const KINDS = ['decide', 'invite'] as const;

interface LapsedProps {
  lapsed: NeedsPayload['lapsed'];
  branchId: number | null;
}

/**
 * The rows that waited too long: one line at the end, with a link to a list of exactly those, to decide on them
 * together.
 */
export const Lapsed = ({ lapsed, branchId }: LapsedProps) => {
  const shown = KINDS.filter((kind) => lapsed[kind] > 0);
  if (shown.length === 0) return null;
  const branch = branchId === null ? {} : { branchId };
  return (
    <section className={styles.group}>
      <T as="h2" className={styles.title} id="today.lapsed.title" />
      <Card>
        <ul>
          {shown.map((kind) => (
            <li key={kind} className={styles.pile}>
              <T id={`today.lapsed.${kind}`} values={{ count: lapsed[kind] }} />
              <ButtonLink
                small
                to={paths.applications({ need: kind, needState: 'lapsed', ...branch })}
                textId={`today.lapsed.${kind}.action`}
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};

const NONE: readonly AppointmentRow[] = [];

interface AppointmentList {
  rows: readonly AppointmentRow[];
  isLoading: boolean;
  failure: Failure | null;
}

/**
 * Returns the appointments of a branch, or of all, and whether they load for the first time or failed to. Those that
 * load again stay.
 */
export const useAppointmentList = (branchId: number | null): AppointmentList => {
  const { items, isCurrent, query, list } = useFields(selectAppointments, 'items', 'isCurrent', 'query', 'list');
  const isOurs = query.jobId === null && (query.branchId ?? null) === branchId;
  return {
    rows: isOurs && isCurrent ? items : NONE,
    isLoading: !isOurs || (!isCurrent && (list.status === 'init' || list.status === 'loading')),
    failure: isOurs ? errorOf(list) : null,
  };
};

interface TodayAgendaProps {
  branchId: number | null;
  /** Ms since 1970. */
  now: number;
}

const Day = ({ kind, rows }: { kind: 'today' | 'tomorrow'; rows: readonly AgendaRow[] }) => {
  const locale = useDateLocale();
  return (
    <>
      <T id={`today.interviews.${kind}`} />{' '}
      <span className="hint regular">{rows[0] && dayName(rows[0].row.appointmentAt, locale, 'short')}</span>
    </>
  );
};

/** The number of a day's rows that always show; more would push the groups far down the page. */
const SHOWN = { today: 3, tomorrow: 1 };
const SHOWN_ON_PHONES: typeof SHOWN = { today: 2, tomorrow: 0 };

interface RowsProps {
  kind: keyof typeof SHOWN;
  views: readonly AgendaRow[];
  place: AgendaPlace;
  now: number;
}

/** The interviews of a day: when, who, for which job, and where each stands. */
const Rows = ({ kind, views, place, now }: RowsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const most = (useMedia(PHONE) ? SHOWN_ON_PHONES : SHOWN)[kind];
  // The button takes as much room as one row.
  const least = views.length === most + 1 ? views.length : most;
  const shown = isOpen ? views : views.slice(0, least);
  return (
    <>
      {shown.length > 0 && (
        <ul>
          {shown.map((view) => {
            const { id, applicationId, appointmentAt, user, job } = view.row;
            return (
              <li key={id} className={styles.visit}>
                <time className={styles.time} dateTime={appointmentAt}>
                  {formatTime(appointmentAt)}
                </time>
                <span className={styles.who}>
                  <Link className={styles.name} to={pathOf(place, applicationId, 'appointment')} state={place.origin}>
                    <Name>{fullName(user)}</Name>
                  </Link>
                  <span className={styles.facts}>
                    <span>{job.title}</span>
                    {place.showsBranch && <BranchName name={job.companyName} />}
                  </span>
                  <span className={styles.state}>
                    <RowState view={view} now={now} className="hint regular" />
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {views.length > least && (
        <Button look="quiet" small wide aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <T id="agenda.showFewer" /> : <T id="agenda.showAll" values={{ count: views.length }} />}
        </Button>
      )}
    </>
  );
};

/** The interviews of today and tomorrow. One that waits for the user is in the groups instead. */
export const TodayAgenda = ({ branchId, now }: TodayAgendaProps) => {
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();
  const { rows, failure } = useAppointmentList(branchId);
  const { timeZone } = readSettings();
  const { sections } = useMemo(() => agendaOf(rows, [], { now, timeZone }), [rows, now, timeZone]);
  const place: AgendaPlace = {
    jobId: null,
    showsBranch: user !== null && branchId === null && seesBranchNames(user),
    origin: { list: paths.today(branchId ?? undefined), depth: 1, stays: false },
    selectedId: null,
  };
  const near = sections.flatMap(({ kind, rows: shown }) =>
    (kind === 'today' || kind === 'tomorrow') && shown.length > 0 ? [{ kind, shown }] : [],
  );
  if (near.length === 0 && !failure) return null;
  return (
    <div className={styles.agenda}>
      {failure && (
        <FailureLine
          isRead
          id="today.agenda.failed"
          failure={failure}
          onRetry={() => dispatch(listOpened({ jobId: null, branchId }))}
        />
      )}
      {near.map(({ kind, shown }) => (
        <Section key={kind} title={<Day kind={kind} rows={shown} />}>
          <Rows kind={kind} views={shown} place={place} now={now} />
        </Section>
      ))}
    </div>
  );
};
