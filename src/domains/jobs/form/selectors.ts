import { createSelector } from '@reduxjs/toolkit';
import { dataOr } from '../../kit/loadable';
import type { JobDraftsState } from './drafts';
import type { JobLookupsState } from './lookups';
import type { JobFormState } from './slice';

interface Root {
  jobForm: JobFormState;
  jobLookups: JobLookupsState;
  jobDrafts: JobDraftsState;
}

export const selectJobForm = (state: Root) => state.jobForm;
export const selectJobLookups = (state: Root) => state.jobLookups;
export const selectJobDrafts = (state: Root) => state.jobDrafts.byKey;
export const selectJobAttempts = (state: Root) => state.jobDrafts.attempts;
export const selectCopies = (state: Root) => state.jobForm.copies;

/** Returns the fields that the form shows in this country; none until they have loaded. */
export const selectActiveJobFields = createSelector(
  (state: Root) => state.jobLookups.definition,
  (definition) => new Set(dataOr(definition, []).flatMap(({ name, isActive }) => (isActive ? [name] : []))),
);

/** Returns a selector: whether the user has an unsent draft. */
export const hasDraftOf =
  (userId: number | undefined) =>
  (state: Root): boolean =>
    userId !== undefined && Object.keys(state.jobDrafts.byKey).some((key) => key.startsWith(`${userId}/`));
