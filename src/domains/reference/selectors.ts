import { createSelector } from '@reduxjs/toolkit';
import { dataOr } from '../kit/loadable';
import { workerFields } from './rules';
import type { ReferenceState } from './slice';

interface Root {
  reference: ReferenceState;
}

export const selectReference = (state: Root) => state.reference;
export const selectCategories = (state: Root) => state.reference.categories;
export const selectWorkerForm = (state: Root) => state.reference.workerForm;
export const selectWorkerFormNoted = (state: Root) => state.reference.isWorkerFormNoted;
export const selectHolidays = (state: Root) => state.reference.holidays;

/** Returns the optional questions of a worker's profile in this country; none until they have loaded. */
export const selectWorkerFields = createSelector(
  (state: Root) => state.reference.workerForm,
  (form) => workerFields(dataOr(form, [])),
);
