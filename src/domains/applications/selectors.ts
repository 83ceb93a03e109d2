import { createSelector } from '@reduxjs/toolkit';
import { fullName } from '../../../contract/constants/text';
import type { ApplicationDetail } from '../../../contract/schemas/applications';
import { done, init, loaded, loading, type Loadable } from '../kit/loadable';
import { wholeOf, type KnownApplication } from './entities';
import type { ApplicantState } from './applicantSlice';
import type { ApplicationsState, ArrivalsState } from './slice';

interface Root {
  applications: ApplicationsState;
}

interface ApplicantRoot extends Root {
  applicant: ApplicantState;
}

const selectEntities = ({ applications }: Root) => applications.known;

/** Returns an application as the server last sent it; undefined for an unknown one. */
export const selectApplication =
  (id: number) =>
  (state: Root): KnownApplication | undefined =>
    selectEntities(state)[id];

/** Returns the same rows until one of them changes. */
const rowsOf = <S extends Root>(selectIds: (state: S) => readonly number[]) =>
  createSelector(
    [selectIds, selectEntities],
    (ids, entities): KnownApplication[] => ids.map((id) => entities[id]).filter((row) => row !== undefined),
    {
      memoizeOptions: {
        resultEqualityCheck: (one: KnownApplication[], other: KnownApplication[]) =>
          one.length === other.length && one.every((row, at) => row === other[at]),
      },
    },
  );

/** Returns the list with its rows. */
export const selectApplications = createSelector(
  [
    ({ applications }: Root) => applications,
    rowsOf(({ applications }: Root) => applications.items),
    rowsOf(({ applications }: Root) => applications.prefetched),
  ],
  (list, items, prefetched) => ({ ...list, items, prefetched }),
);
export type ListedApplications = ReturnType<typeof selectApplications>;

const selectWhole = createSelector(
  [({ applications }: Root, id: number) => applications.known[id]],
  (known): Loadable<ApplicationDetail> => {
    const whole = wholeOf(known);
    return whole ? loaded(whole) : loading;
  },
);

/** Returns an application with its load state: the open one, or one that opens without a wait. */
export const selectDetailOf =
  (id: number) =>
  (state: ApplicantRoot): Loadable<ApplicationDetail> => {
    const { applicationId, detail, cached } = state.applicant;
    const load: Loadable<null> = applicationId === id ? detail : cached.includes(id) ? done : loading;
    return load.status === 'loaded' ? selectWhole(state, id) : load;
  };

/** Returns the open application, and those that open without a wait. */
export const selectApplicant = createSelector(
  [
    ({ applicant }: ApplicantRoot) => applicant,
    (state: ApplicantRoot) =>
      state.applicant.applicationId === null ? init : selectDetailOf(state.applicant.applicationId)(state),
    rowsOf(({ applicant }: ApplicantRoot) => applicant.cached),
  ],
  (applicant, detail, cached) => ({ ...applicant, detail, cached }),
);

/** True until the server has confirmed or refused a shortlist change. */
export const selectIsShortlistPending =
  (id: number) =>
  (state: Root): boolean =>
    state.applications.shortlist[id]?.status === 'loading';
export const selectArrivals = (state: { arrivals: ArrivalsState }) => state.arrivals;

/** Rows left on a numbered page at which those after it are loaded. */
const NEAR_END = 3;
/** Returns whether few rows of the numbered page follow this one, and the first application after the page. */
export const selectPrefetch =
  (id: number) =>
  ({ applications: { items, query, prefetched } }: Root) => {
    // This runs on every action, and only a numbered page is short.
    const at = query.onlyPage === undefined ? -1 : items.indexOf(id);
    return { isNearEnd: at >= 0 && at >= items.length - NEAR_END, firstId: prefetched[0] ?? null };
  };

/** Returns the number of the page that the last decided application left; null if it is another or left none. */
export const selectPageLeft =
  (id: number) =>
  ({ applications: { left } }: Root): number | null =>
    left?.id === id ? left.page : null;

/** Returns the full name of a known applicant; empty for an unknown one. */
export const selectKnownName =
  (id: number) =>
  (state: Root): string => {
    const user = selectEntities(state)[id]?.user;
    return user ? fullName(user) : '';
  };
