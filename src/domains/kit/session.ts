import { createAction } from '@reduxjs/toolkit';
import type { SessionUser } from '../../../contract/schemas/session';

export interface Credential {
  user: SessionUser;
  accessToken: string;
}

/** A user signed in through any form. */
export const loginSucceeded = createAction<Credential>('session/loginSucceeded');
/** The same user signed in again, here or in another tab. */
export const sessionResumed = createAction<Credential>('session/sessionResumed');
/** Another tab of the same user received a new token. */
export const tokenRotated = createAction<{ accessToken: string }>('session/tokenRotated');
/** The user signed out here; `rootReducer` resets everything. */
export const loggedOut = createAction('session/loggedOut');
/** Another tab signed out, or signed in as somebody else; `rootReducer` resets everything. */
export const sessionEndedElsewhere = createAction('session/sessionEndedElsewhere');
/** The server refused the stored session; `rootReducer` resets everything. */
export const startRefused = createAction('session/startRefused');

/** The events that end the session of this page. */
export const SESSION_ENDS = [loggedOut, sessionEndedElsewhere, startRefused] as const;

/** Ends a worker that waited for a user whose session is over; `safely` ignores it. */
export class SessionEnded extends Error {}
