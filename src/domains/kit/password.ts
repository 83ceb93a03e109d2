import { createAction } from '@reduxjs/toolkit';
import { put, take, type Effect } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { ApiError } from '../../lib/http';
import type { Failure } from './failure';
import type { Step } from './effects';

/** The server wants the password again before it does what was asked; the call waits for one of the two answers. */
export const passwordAsked = createAction('kit/passwordAsked');
/** The server accepted the password: what waits is sent again. */
export const passwordAccepted = createAction('kit/passwordAccepted');
/** The user closed the dialog: what waits fails as it was refused. */
export const passwordRefused = createAction('kit/passwordRefused');

const KEY = ERROR_KEYS.reauthenticate;

export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.key === KEY;

/** True for a change that was not made because the user did not give the password; what was typed stays where it is. */
export const lacksPassword = ({ status, key }: Failure): boolean => status === 403 && key === KEY;

/** Asks the user for the password; answers whether the server accepted it. API contract, section 14. */
export function* obtainPassword(): Step<boolean> {
  yield put(passwordAsked()) as Effect;
  const answer = (yield take([passwordAccepted, passwordRefused])) as { type: string };
  return passwordAccepted.match(answer);
}
