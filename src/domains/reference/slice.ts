import { createSelector, createSlice } from '@reduxjs/toolkit';
import { all, put, takeLatest } from 'redux-saga/effects';
import type { Category, FormField, Holidays } from '../../../contract/schemas/reference';
import { dataOr, init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { loginSucceeded } from '../session';

interface ReferenceState {
  categories: Loadable<Category[]>;
  /** `YYYY.MM.DD`. */
  holidays: Loadable<Holidays>;
  workerForm: Loadable<FormField[]>;
  /** True once a notice has reported the failed load. */
  isWorkerFormFailureReported: boolean;
}

interface Root {
  reference: ReferenceState;
}

const initialState: ReferenceState = {
  categories: init,
  holidays: init,
  workerForm: init,
  isWorkerFormFailureReported: false,
};

export const reference = operations<ReferenceState>('reference');

const slice = createSlice({
  name: 'reference',
  initialState,
  reducers: {
    workerFormFailureReported: (state) => {
      state.isWorkerFormFailureReported = true;
    },
  },
  extraReducers: reference.reduce,
});

export const referenceReducer = slice.reducer;
export const { workerFormFailureReported } = slice.actions;

export const categoriesRequested = reference.read('categoriesRequested', {
  field: 'categories',
  call: (api) => api.call('GET /shared-api/job/job-categories/datalist'),
  once: true,
});

export const holidaysRequested = reference.read('holidaysRequested', {
  field: 'holidays',
  call: (api) => api.call('GET /holidays'),
  once: true,
});

export const workerFormRequested = reference.read('workerFormRequested', {
  field: 'workerForm',
  call: async (api) => (await api.call('POST /form-input-list', { body: { formName: 'WorkerProfileForm' } })).fields,
  once: true,
});

export const selectCategories = (state: Root) => state.reference.categories;
export const selectWorkerForm = (state: Root) => state.reference.workerForm;
export const selectIsWorkerFormFailureReported = (state: Root) => state.reference.isWorkerFormFailureReported;
export const selectHolidays = (state: Root) => state.reference.holidays;

interface WorkerFields {
  militaryActive: boolean;
  englishActive: boolean;
}

/** Returns which of the two optional questions this country asks workers; none until they have loaded. */
export const selectWorkerFields = createSelector(selectWorkerForm, (form): WorkerFields => {
  const isActive = (name: string) => dataOr(form, []).some((field) => field.name === name && field.isActive);
  return { militaryActive: isActive('military_status'), englishActive: isActive('english_level') };
});

/** Every sign-in loads the categories. */
function* requestCategories(): Step<void> {
  yield put(categoriesRequested());
}

export function* referenceSaga(): Step<void> {
  yield all([...reference.watch(), takeLatest(loginSucceeded, safely(requestCategories))]);
}
