import type { UnknownAction } from '@reduxjs/toolkit';
import {
  balanceChanged,
  loggedOut,
  loginFailed,
  loginLeft,
  loginSubmitted,
  loginSucceeded,
  logoutRequested,
  sessionEndedElsewhere,
  sessionExpired,
  sessionReducer,
  sessionResumed,
  startRetried,
  userRefreshed,
  type SessionState,
} from '../../../../src/domains/session';
import { aFailure, aUser } from '../../../support/builders';
import { aSignedInState, anInitialState } from '../../../support/testStore';

const guest = { ...anInitialState().session, start: { status: 'loaded', data: null } } as SessionState;
const user = aUser();
const signedIn = aSignedInState(user, 'a').session;
const failed = { status: 'failed', error: aFailure() } as const;
const done = { status: 'loaded', data: null } as const;

const cases: [string, SessionState, UnknownAction, Partial<SessionState>][] = [
  [
    'a running login',
    guest,
    loginSubmitted({ email: 'a@b.co', password: 'secret1' }),
    { login: { status: 'loading' } },
  ],
  ['login failed', guest, loginFailed(aFailure()), { login: failed, user: null }],
  ['leaving clears a shown failure', { ...guest, login: failed }, loginLeft(), { login: { status: 'init' } }],
  [
    'leaving keeps a running login',
    { ...guest, login: { status: 'loading' } },
    loginLeft(),
    { login: { status: 'loading' } },
  ],
  [
    'signed in',
    guest,
    loginSucceeded({ user, accessToken: 'a' }),
    { user, accessToken: 'a', login: done, start: done },
  ],
  ['a 401 during work', signedIn, sessionExpired(), { user, accessToken: null, expired: true }],
  ['a 401 of a guest', guest, sessionExpired(), { expired: false }],
  [
    'a 401 at the start',
    { ...signedIn, start: { status: 'loading' } },
    sessionExpired(),
    { accessToken: 'a', expired: false },
  ],
  ['a 401 while signing out', { ...signedIn, logout: { status: 'loading' } }, sessionExpired(), { expired: false }],
  [
    'resumed',
    { ...signedIn, accessToken: null, expired: true },
    sessionResumed({ user, accessToken: 'b' }),
    { accessToken: 'b', expired: false },
  ],
  ['refreshed', signedIn, userRefreshed({ user: aUser({ firstName: 'Ece' }), accessToken: 'b' }), { accessToken: 'b' }],
  ['a retry of the start', { ...signedIn, start: failed }, startRetried(), { start: { status: 'loading' } }],
  ['a new balance', signedIn, balanceChanged({ jobCreationBalance: 1 }), { user: aUser({ jobCreationBalance: 1 }) }],
  [
    'a new job',
    signedIn,
    balanceChanged({ jobCreationBalance: 1, newJobs: 1 }),
    { user: aUser({ counts: { ...user.counts!, jobs: user.counts!.jobs + 1 }, jobCreationBalance: 1 }) },
  ],
  ['a new balance of a guest', guest, balanceChanged({ jobCreationBalance: 1 }), { user: null }],
  ['signing out', signedIn, logoutRequested(), { user, logout: { status: 'loading' } }],
  ['signed out', signedIn, loggedOut(), { user: null, accessToken: null, logout: done, start: done }],
  ['ended elsewhere', signedIn, sessionEndedElsewhere(), { user: null, accessToken: null, logout: done }],
];

test.each(cases)('%s', (_name, before, event, expected) => {
  expect(sessionReducer(before, event)).toMatchObject(expected);
});

test('the password never reaches the state', () => {
  const after = sessionReducer(guest, loginSubmitted({ email: 'a@b.co', password: 'planted' }));
  expect(JSON.stringify(after)).not.toContain('planted');
});
