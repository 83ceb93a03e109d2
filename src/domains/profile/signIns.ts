import { createSlice } from '@reduxjs/toolkit';
import type { UserSession } from '../../../contract/schemas/account';
import { orGone } from '../kit/failure';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

interface SignInsState {
  /** The user's sessions, last used first. */
  list: Loadable<UserSession[]>;
  /** Sessions whose end is pending or failed, by id. */
  ending: Record<number, Loadable<null>>;
  endingOthers: Loadable<null>;
}

const initialState: SignInsState = { list: init, ending: {}, endingOthers: init };

export const signIns = operations<SignInsState>('signIns');

export const { reducer: signInsReducer } = createSlice({
  name: 'signIns',
  initialState,
  reducers: {},
  extraReducers: signIns.reduce,
});

export const selectSignIns = (state: { signIns: SignInsState }) => state.signIns;

const keepOnly = ({ list }: SignInsState, isKept: (one: UserSession) => boolean) => {
  if (list.status === 'loaded') list.data = list.data.filter(isKept);
};

export const signInsRequested = signIns.read('signInsRequested', {
  field: 'list',
  call: (api) => api.call('GET /user/sessions'),
  start: (state) => {
    state.ending = {};
    state.endingOthers = init;
  },
});

/** A session that has already ended counts as ended. */
export const signInEndRequested = signIns.submit('signInEndRequested', {
  field: 'ending',
  call: (api, { id }: { id: number }) => orGone(api.call('DELETE /user/sessions/:id', { params: { id } })),
  key: ({ id }) => id,
  loaded: (state, _ended, { id: ended }) => {
    delete state.ending[ended];
    keepOnly(state, ({ id }) => id !== ended);
  },
  notice: 'profile.signIns.ended',
});

export const othersEndRequested = signIns.submit('othersEndRequested', {
  field: 'endingOthers',
  call: (api) => api.call('DELETE /user/sessions'),
  loaded: (state) => {
    state.ending = {};
    keepOnly(state, ({ isCurrent }) => isCurrent);
  },
  notice: 'profile.signIns.othersEnded',
  *after(_ended, _arg, isLate) {
    if (isLate) yield* signInsRequested.run();
  },
});
