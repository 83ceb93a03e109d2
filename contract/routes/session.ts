import { ERROR_KEYS } from '../constants/errorKeys';
import { NoPayload, envelope } from '../schemas/envelope';
import { FcmTokenBody, LoginBody, ReauthenticateBody, SessionPayload } from '../schemas/session';
import { defineRoute } from './defineRoute';

export const login = defineRoute({
  id: 'login',
  summary: 'Sign in with email and password',
  method: 'POST',
  path: '/api/user/login',
  access: 'public',
  body: LoginBody,
  reply: envelope(SessionPayload),
  errors: [
    ERROR_KEYS.wrongCredentials,
    ERROR_KEYS.noDashboardAccess,
    ERROR_KEYS.workerLogin,
    ERROR_KEYS.unknownUserType,
    ERROR_KEYS.tooManyRequests,
    ERROR_KEYS.challengeRequired,
  ],
});

export const postReauthenticate = defineRoute({
  id: 'postReauthenticate',
  summary: 'Check the password again; email and phone may then change in this session for ten minutes',
  method: 'POST',
  path: '/api/user/reauthenticate',
  access: { level: 'branch' },
  body: ReauthenticateBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.wrongCredentials, ERROR_KEYS.tooManyRequests],
});

export const logout = defineRoute({
  id: 'logout',
  summary: 'End this session and revoke its token at once',
  method: 'POST',
  path: '/api/user/logout',
  access: { level: 'branch' },
  reply: envelope(NoPayload),
  errors: [],
});

export const getCurrentUser = defineRoute({
  id: 'getCurrentUser',
  summary: 'Get the signed-in user with the presented token or a rotated one',
  method: 'GET',
  path: '/api/user/me',
  access: { level: 'branch' },
  reply: envelope(SessionPayload),
  holdsToken: true,
  errors: [],
});

export const updateFcmToken = defineRoute({
  id: 'updateFcmToken',
  summary: 'Set or clear the push token of this session',
  method: 'POST',
  path: '/api/user/update-fcm-token',
  access: { level: 'branch' },
  body: FcmTokenBody,
  reply: envelope(NoPayload),
  errors: [],
});
