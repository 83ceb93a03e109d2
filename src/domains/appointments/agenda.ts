import type { Appointment, LastAnswer } from '../../../contract/schemas/appointments';
import { dayAt, nextDay } from '../../../contract/zone';
import { DAY } from '../../../contract/constants/time';
import { endOf, stateOf, stepOf, undoableAt, type RowState, type RowStep } from './rowRules';

/** Days after its start for which an appointment without an outcome stays on top. */
const NEEDS_DAYS = 7;

/** A row of the agenda at one moment. */
export interface AgendaRow {
  row: Appointment;
  state: RowState;
  step: RowStep | null;
  /** The recorded attendance while it can be undone. */
  undo: LastAnswer | null;
}

export interface AgendaSection {
  kind: 'today' | 'tomorrow' | 'day' | 'past';
  /** `past`, or the day `YYYY-MM-DD` in the marketplace's zone. */
  key: string;
  rows: AgendaRow[];
  /** Appointments that were refused, cancelled or expired. */
  folded: AgendaRow[];
}

export interface Agenda {
  /** Rows that wait for the employer; they are in no section. */
  needs: AgendaRow[];
  sections: AgendaSection[];
}

interface AgendaOptions {
  /** Ms since 1970. */
  now: number;
  timeZone: string;
  /** Answers that this session recorded, by appointment. */
  answers?: Readonly<Record<number, LastAnswer>>;
}

/** Returns the section of an appointment. One that has begun stays under today until it ends. */
export const sectionOf = (
  row: Pick<Appointment, 'appointmentAt'>,
  { now, timeZone }: AgendaOptions,
): Pick<AgendaSection, 'kind' | 'key'> => {
  if (endOf(row) <= now) return { kind: 'past', key: 'past' };
  const today = dayAt(now, timeZone);
  const day = dayAt(Date.parse(row.appointmentAt), timeZone);
  if (day <= today) return { kind: 'today', key: today };
  return { kind: day === nextDay(today) ? 'tomorrow' : 'day', key: day };
};

/** True for a row that waits for the employer: see docs/PRODUCT.md#what-needs-you. */
const needsEmployer = ({ row, state, step, undo }: AgendaRow, now: number): boolean => {
  if (now - Date.parse(row.appointmentAt) > NEEDS_DAYS * DAY) return false;
  return undo !== null || step === 'call' || step === 'record' || (step === 'invite' && state !== 'failed');
};

const isFolded = ({ state }: AgendaRow): boolean => state === 'failed' || state === 'cannot';

type Order = (a: AgendaRow, b: AgendaRow) => number;
const soonestFirst: Order = ({ row: a }, { row: b }) =>
  Date.parse(a.appointmentAt) - Date.parse(b.appointmentAt) || a.id - b.id;
const latestFirst: Order = (a, b) => soonestFirst(b, a);
/** Workers to call come first, because their time runs out; then the rows nearest to `now` (ms). */
const byUrgency =
  (now: number): Order =>
  (a, b) => {
    const [isCallA, isCallB] = [a.step === 'call', b.step === 'call'];
    if (isCallA !== isCallB) return isCallA ? -1 : 1;
    const distanceOf = ({ row }: AgendaRow) => Math.abs(Date.parse(row.appointmentAt) - now);
    return distanceOf(a) - distanceOf(b) || soonestFirst(a, b);
  };

/**
 * Groups appointments by day. `overdue` has past ones beyond the loaded rows, of which only those that wait for the
 * employer appear.
 */
export const agendaOf = (
  rows: readonly Appointment[],
  overdue: readonly Appointment[],
  options: AgendaOptions,
): Agenda => {
  const { now, answers = {} } = options;
  const viewOf = (row: Appointment): AgendaRow => ({
    row,
    state: stateOf(row, now),
    step: stepOf(row, now),
    undo: undoableAt(row, answers[row.id], now),
  });
  const loaded = new Set(rows.map(({ id }) => id));
  const extra = overdue.filter(({ id }) => !loaded.has(id)).map(viewOf);
  const views = rows.map(viewOf);
  const needs = [...views, ...extra].filter((view) => needsEmployer(view, now)).sort(byUrgency(now));
  const sections = new Map<string, AgendaSection>();
  for (const view of views) {
    if (needsEmployer(view, now)) continue;
    const { kind, key } = sectionOf(view.row, options);
    const section = sections.get(key) ?? { kind, key, rows: [], folded: [] };
    sections.set(key, section);
    (isFolded(view) ? section.folded : section.rows).push(view);
  }
  const sorted = [...sections.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { kind, rows: shown, folded } of sorted)
    for (const list of [shown, folded]) list.sort(kind === 'past' ? latestFirst : soonestFirst);
  return { needs, sections: sorted };
};
