import { createAction } from '@reduxjs/toolkit';
import { put, take, type Effect } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { ApiError } from '../../lib/http';
import type { Failure } from './failure';

/** The server requires the password before a change; the call waits for one of the two events below. */
export const passwordRequired = createAction('kit/passwordRequired');
/** The server accepted the password: the waiting call is repeated. */
export const passwordAccepted = createAction('kit/passwordAccepted');
/** The user closed the dialog: the waiting call fails with the server's refusal. */
export const passwordCancelled = createAction('kit/passwordCancelled');

const KEY = ERROR_KEYS.reauthenticate;

export const requiresPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.key === KEY;

/** True when a change failed because the user did not enter the password; the form keeps its values. */
export const isPasswordMissing = ({ status, key }: Failure): boolean => status === 403 && key === KEY;

/** Asks the user for the password; returns whether the server accepted it. */
export function* requestPassword(): Generator<Effect, boolean, unknown> {
  yield put(passwordRequired()) as Effect;
  const answer = (yield take([passwordAccepted, passwordCancelled])) as { type: string };
  return passwordAccepted.match(answer);
}
