import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EmailRestorationPayload } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { isInvalidToken } from './rules';
import { done, failed, init, loadReducers, loading, type Loadable } from '../kit/loadable';

/** The page that restores an old email; the code is in the address. */
export interface RestorationState {
  check: Loadable<EmailRestorationPayload>;
  restore: Loadable<null>;
  /** A call got no clear response: it may have restored the email and used up the link. */
  isUnanswered: boolean;
}

const initialState: RestorationState = { check: init, restore: init, isUnanswered: false };

const to = loadReducers<RestorationState>();

const slice = createSlice({
  name: 'restoration',
  initialState,
  reducers: {
    restorationOpened: (_state, _action: PayloadAction<{ restoreCode: string }>) => ({
      ...initialState,
      check: loading,
    }),
    restorationFound: to.loaded('check'),
    restorationNotFound: to.failed('check'),
    restorationSubmitted: (state, _action: PayloadAction<{ restoreCode: string }>) => {
      state.restore = loading;
    },
    emailRestored: to.done('restore'),
    restorationFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.restore = state.isUnanswered && isInvalidToken(payload) ? done : failed(payload);
      if (payload.kind === 'network' || payload.kind === 'unknown') state.isUnanswered = true;
    },
  },
});

export const restorationReducer = slice.reducer;
export const restorationActions = slice.actions;
export const { restorationOpened, restorationSubmitted } = slice.actions;
