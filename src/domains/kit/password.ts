import { createAction } from '@reduxjs/toolkit';
import { put, take, type Effect } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { ApiError } from '../../lib/http';
import type { Failure } from './failure';
import type { Step } from './effects';

/** The server requires the password before a change; the call waits for one of the two events below. */
export const passwordAsked = createAction('kit/passwordAsked');
/** The server accepted the password: the waiting call is repeated. */
export const passwordAccepted = createAction('kit/passwordAccepted');
/** The user closed the dialog: the waiting call fails with the server's refusal. */
export const passwordRefused = createAction('kit/passwordRefused');

const KEY = ERROR_KEYS.reauthenticate;

export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.key === KEY;

/** True when a change failed because the user did not enter the password; the form keeps its values. */
export const lacksPassword = ({ status, key }: Failure): boolean => status === 403 && key === KEY;

/** Asks the user for the password; returns whether the server accepted it. */
export function* obtainPassword(): Step<boolean> {
  yield put(passwordAsked()) as Effect;
  const answer = (yield take([passwordAccepted, passwordRefused])) as { type: string };
  return passwordAccepted.match(answer);
}
