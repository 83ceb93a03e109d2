import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Category, FormField, Holidays } from '../../../contract/schemas/reference';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';

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

const slice = createSlice({
  name: 'reference',
  initialState,
  reducers: {
    categoriesRequested: (state) => {
      state.categories = startLoading(state.categories);
    },
    categoriesLoaded: (state, { payload }: PayloadAction<Category[]>) => {
      state.categories = loaded(payload);
    },
    categoriesFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.categories = failed(payload);
    },
    holidaysRequested: (state) => {
      state.holidays = startLoading(state.holidays);
    },
    holidaysLoaded: (state, { payload }: PayloadAction<Holidays>) => {
      state.holidays = loaded(payload);
    },
    holidaysFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.holidays = failed(payload);
    },
    workerFormRequested: (state) => {
      state.workerForm = startLoading(state.workerForm);
    },
    workerFormFailureReported: (state) => {
      state.isWorkerFormFailureReported = true;
    },
    workerFormLoaded: (state, { payload }: PayloadAction<FormField[]>) => {
      state.workerForm = loaded(payload);
    },
    workerFormFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.workerForm = failed(payload);
    },
  },
});

export const referenceReducer = slice.reducer;
export const referenceActions = slice.actions;
export const { categoriesRequested, holidaysRequested, workerFormFailureReported, workerFormRequested } = slice.actions;
