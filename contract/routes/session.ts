import { ERROR_KEYS } from '../constants/errorKeys';
import { envelope } from '../schemas/envelope';
import { FcmTokenBody, LoginBody, ReauthenticateBody, SessionPayload } from '../schemas/session';
import { defineRoute } from './defineRoute';

export const login = defineRoute('login', 'POST /api/user/login', {
  summary: 'Sign in with email and password',
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

export const postReauthenticate = defineRoute('postReauthenticate', 'POST /api/user/reauthenticate', {
  summary: 'Check the password again; email and phone may then change in this session for ten minutes',
  body: ReauthenticateBody,
  errors: [ERROR_KEYS.wrongCredentials, ERROR_KEYS.tooManyRequests],
});

export const logout = defineRoute('logout', 'POST /api/user/logout', {
  summary: 'End this session and revoke its token at once',
});

export const getCurrentUser = defineRoute('getCurrentUser', 'GET /api/user/me', {
  summary: 'Get the signed-in user with the presented token or a rotated one',
  reply: envelope(SessionPayload),
  holdsToken: true,
});

export const updateFcmToken = defineRoute('updateFcmToken', 'POST /api/user/update-fcm-token', {
  summary: 'Set or clear the push token of this session',
  body: FcmTokenBody,
});
