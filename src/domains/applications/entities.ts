import { createEntityAdapter, original, type EntityState } from '@reduxjs/toolkit';
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

/** A known application: its newest row, and its profile once somebody looked at it. */
export type KnownApplication = ApplicationRow & { profile?: Profile };

export interface Known {
  known: EntityState<KnownApplication, number>;
}

const adapter = createEntityAdapter<KnownApplication>();

export const noneKnown: Known = { known: adapter.getInitialState() };

/** Returns the applications before the current event, without Immer's proxies, which would wrap thousands of them. */
export const knownBefore = (state: Known): Record<number, KnownApplication | undefined> =>
  ((original(state as object) as Known | undefined) ?? state).known.entities;

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
  const before = knownBefore(state);
  const entries = rows.map((row) => {
    const profile = before[row.id]?.profile;
    return { ...split(row).row, ...(profile && { profile }) };
  });
  adapter.setMany(state.known, entries);
};

/** Stores a whole application; `keepsRow`: the known row is newer than this answer. */
export const storeWhole = (state: Known, application: ApplicationDetail, keepsRow = false): void => {
  const { row, profile } = split(application);
  adapter.setOne(state.known, { ...((keepsRow && knownBefore(state)[row.id]) || row), ...(profile && { profile }) });
};

/** Changes fields of a known application. */
export const changeKnown = (state: Known, id: number, changes: Partial<ApplicationRow>): KnownApplication | null => {
  const before = knownBefore(state)[id];
  if (!before) return null;
  const after = { ...before, ...changes };
  adapter.setOne(state.known, after);
  return after;
};

/** Changes fields of an application whose profile is known. */
export const changeWhole = (state: Known, id: number, change: (whole: ApplicationDetail) => object): void => {
  const whole = wholeOf(knownBefore(state)[id]);
  if (whole) storeWhole(state, { ...whole, ...change(whole) });
};

/** Forgets all applications but these. */
export const keepOnly = (state: Known, used: ReadonlySet<number>): void => {
  const unused = Object.keys(knownBefore(state))
    .map(Number)
    .filter((id) => !used.has(id));
  if (unused.length > 0) adapter.removeMany(state.known, unused);
};
