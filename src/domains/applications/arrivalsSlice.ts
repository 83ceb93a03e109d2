import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { applicationsActions } from './slice';

/** Applications that arrived since the list was loaded. */
export interface ArrivalsState {
  ids: number[];
  /** Arrivals that the server must match against the list. */
  unchecked: number[];
  /** True when too many arrived for the server to name them. */
  isCountUnknown: boolean;
  /** The newest application when the list was loaded; null if the list does not begin with the newest. */
  newestId: number | null;
}

const initialState: ArrivalsState = { ids: [], unchecked: [], isCountUnknown: false, newestId: null };

const union = (one: readonly number[], other: readonly number[]): number[] => [...new Set([...one, ...other])];

const slice = createSlice({
  name: 'arrivals',
  initialState,
  reducers: {
    arrivalsReceived: (state, { payload }: PayloadAction<{ ids: number[] }>) => {
      state.ids = union(state.ids, payload.ids);
      state.isCountUnknown ||= payload.ids.length === 0;
    },
    checkRequested: (state, { payload }: PayloadAction<{ ids: number[] }>) => {
      state.unchecked = union(state.unchecked, payload.ids);
    },
    /** The server said which of the `checked` ones match the list. */
    arrivalsChecked: (state, { payload }: PayloadAction<{ checked: number[]; matching: number[] }>) => {
      state.unchecked = state.unchecked.filter((id) => !payload.checked.includes(id));
      state.ids = union(state.ids, payload.matching);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(applicationsActions.listLoaded, (_state, { payload: { query, rows } }) => {
      const { sort = 'newest', onlyPage = 1 } = query;
      return { ...initialState, newestId: sort === 'newest' && onlyPage === 1 ? (rows[0]?.id ?? 0) : null };
    });
  },
});

export const arrivalsReducer = slice.reducer;
export const { arrivalsReceived, checkRequested, arrivalsChecked } = slice.actions;
