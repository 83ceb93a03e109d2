import { isDraft, original } from '@reduxjs/toolkit';
import type { ApplicationDetail, ApplicationRow } from '../../../contract/schemas/applications';

/** What the applicant's page shows beyond a row. */
type Profile = Pick<
  ApplicationDetail,
  | 'user'
  | 'appointment'
  | 'source'
  | 'scoreReasons'
  | 'comments'
  | 'otherApplications'
  | 'alsoApplied'
  | 'rejectedApplicationCount'
>;

/** A known application: its newest row, and its profile once the user opened it. */
export type KnownApplication = ApplicationRow & { profile?: Profile };

/** The known applications by id. */
export interface Known {
  known: Record<number, KnownApplication>;
}

/**
 * Returns the applications without Immer's proxies. Writing a list of 7,000 through proxies, as an entity adapter does,
 * takes fifteen times as long.
 */
export const knownIn = ({ known }: Known): Readonly<Record<number, KnownApplication | undefined>> =>
  isDraft(known) ? original(known)! : known;

const write = (state: Known, entries: readonly KnownApplication[]): void => {
  const known = { ...knownIn(state) } as Known['known'];
  for (const entry of entries) known[entry.id] = entry;
  // Immer skips frozen values, so it does not search thousands of applications for changes.
  state.known = Object.freeze(known);
};

const split = (application: ApplicationRow | ApplicationDetail): { row: ApplicationRow; profile?: Profile } => {
  if (!('comments' in application)) return { row: application };
  const { source, scoreReasons, comments, otherApplications, alsoApplied, rejectedApplicationCount, ...row } =
    application;
  const { user, appointment } = row;
  const more = { source, scoreReasons, comments, otherApplications, alsoApplied, rejectedApplicationCount };
  return { row, profile: { user, appointment, ...more } };
};

/** Returns the whole application; null while only its row is known. */
export const wholeOf = (known: KnownApplication | undefined): ApplicationDetail | null => {
  if (!known?.profile) return null;
  const { profile, ...row } = known;
  return { ...row, ...profile };
};

/** Replaces the rows; their profiles stay. */
export const storeRows = (state: Known, rows: readonly ApplicationRow[]): void => {
  const before = knownIn(state);
  const entries = rows.map((application): KnownApplication => {
    const { row } = split(application);
    const profile = before[row.id]?.profile;
    return profile ? { ...row, profile } : row;
  });
  write(state, entries);
};

/** Stores a whole application; `keepsRow`: the known row is newer than this answer. */
export const storeWhole = (state: Known, application: ApplicationDetail, keepsRow = false): void => {
  const { row, profile } = split(application);
  write(state, [{ ...((keepsRow && knownIn(state)[row.id]) || row), ...(profile && { profile }) }]);
};

/** Changes fields of a known application. */
export const changeKnown = (state: Known, id: number, changes: Partial<ApplicationRow>): KnownApplication | null => {
  const before = knownIn(state)[id];
  if (!before) return null;
  const after = { ...before, ...changes };
  write(state, [after]);
  return after;
};

/** Changes fields of an application whose profile is known. */
export const changeWhole = (state: Known, id: number, change: (whole: ApplicationDetail) => object): void => {
  const whole = wholeOf(knownIn(state)[id]);
  if (whole) storeWhole(state, { ...whole, ...change(whole) });
};

/** Drops all applications but these. */
export const keepOnly = (state: Known, used: ReadonlySet<number>): void => {
  const all = Object.values(knownIn(state)) as KnownApplication[];
  const kept = all.filter(({ id }) => used.has(id));
  if (kept.length === all.length) return;
  state.known = {};
  write(state, kept);
};
