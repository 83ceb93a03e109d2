import { createSlice } from '@reduxjs/toolkit';
import type { Category, FormField, Holidays } from '../../../contract/schemas/reference';
import { init, loadReducers, loading, type Loadable } from '../kit/loadable';

export interface ReferenceState {
  categories: Loadable<Category[]>;
  /** `YYYY.MM.DD`. */
  holidays: Loadable<Holidays>;
  workerForm: Loadable<FormField[]>;
  /** True once a notice has reported the failed load. */
  isWorkerFormFailureReported: boolean;
}

const initialState: ReferenceState = {
  categories: init,
  holidays: init,
  workerForm: init,
  isWorkerFormFailureReported: false,
};

/** Keeps loaded data; everything else counts as loading. */
const startLoading = <T>(current: Loadable<T>): Loadable<T> => (current.status === 'loaded' ? current : loading);

const to = loadReducers<ReferenceState>();

const slice = createSlice({
  name: 'reference',
  initialState,
  reducers: {
    categoriesRequested: (state) => {
      state.categories = startLoading(state.categories);
    },
    categoriesLoaded: to.loaded('categories'),
    categoriesFailed: to.failed('categories'),
    holidaysRequested: (state) => {
      state.holidays = startLoading(state.holidays);
    },
    holidaysLoaded: to.loaded('holidays'),
    holidaysFailed: to.failed('holidays'),
    workerFormRequested: (state) => {
      state.workerForm = startLoading(state.workerForm);
    },
    workerFormFailureReported: (state) => {
      state.isWorkerFormFailureReported = true;
    },
    workerFormLoaded: to.loaded('workerForm'),
    workerFormFailed: to.failed('workerForm'),
  },
});

export const referenceReducer = slice.reducer;
export const referenceActions = slice.actions;
export const { categoriesRequested, holidaysRequested, workerFormFailureReported, workerFormRequested } = slice.actions;
