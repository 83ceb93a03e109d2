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

/** Which questions of a worker's profile are asked in this country; none until that is known. */
export const selectWorkerFields = createSelector(
  (state: Root) => state.reference.workerForm,
  (form) => workerFields(dataOr(form, [])),
);
