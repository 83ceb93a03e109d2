import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import {
  EmailRestorationPayload,
  ForgetPasswordBody,
  ProfilePayload,
  ProfileUpdateBody,
  RegisterBody,
  ResetPasswordBody,
  ResetToken,
  SendCodeBody,
  SendCodePayload,
  UserSessions,
  VerifyPhoneBody,
  VerifyPhonePayload,
} from '../schemas/account';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import { SessionPayload } from '../schemas/session';
import { defineRoute } from './defineRoute';

/** The longest `image` plus all other fields at their longest. */
const PROFILE_BODY_LIMIT = 786_432;

export const registerCompany = defineRoute({
  id: 'registerCompany',
  summary: 'Register a company with a verified phone and sign it in',
  method: 'PUT',
  path: '/api/user/company/register',
  access: 'public',
  body: RegisterBody,
  reply: envelope(SessionPayload),
  errors: [
    ERROR_KEYS.emailNotUnique,
    ERROR_KEYS.phoneNotUnique,
    ERROR_KEYS.phoneInvalid,
    ERROR_KEYS.phoneCodeWrong,
    ERROR_KEYS.tooManyRequests,
  ],
});

export const putSendCode = defineRoute({
  id: 'putSendCode',
  summary: 'Send a code to a phone: with a token for a change of that profile, without one for a registration',
  method: 'PUT',
  path: '/api/verify-phone-send-code',
  access: 'public',
  body: SendCodeBody,
  reply: envelope(SendCodePayload),
  errors: [
    ERROR_KEYS.phoneNotUnique,
    ERROR_KEYS.phoneInvalid,
    ERROR_KEYS.phoneDailyLimit,
    ERROR_KEYS.challengeRequired,
  ],
});

export const postVerifyPhone = defineRoute({
  id: 'postVerifyPhone',
  summary: 'Verify a phone by its code',
  method: 'POST',
  path: '/api/update-phone-verify',
  access: 'public',
  body: VerifyPhoneBody,
  reply: envelope(VerifyPhonePayload),
  errors: [ERROR_KEYS.phoneCodeWrong, ERROR_KEYS.tooManyRequests, ERROR_KEYS.challengeRequired],
});

export const postForgetPassword = defineRoute({
  id: 'postForgetPassword',
  summary: 'Mail a link to set a new password; the response is the same for an unknown address',
  method: 'POST',
  path: '/api/user/v2/forget-password',
  access: 'public',
  body: ForgetPasswordBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.mailInvalid, ERROR_KEYS.tooManyRequests],
});

export const getResetToken = defineRoute({
  id: 'getResetToken',
  summary: 'Check whether a link to set a password is still valid',
  method: 'GET',
  path: '/api/user/reset-password-valid-token/:token',
  access: 'public',
  params: ResetToken,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.invalidToken],
});

export const postResetPassword = defineRoute({
  id: 'postResetPassword',
  summary: 'Set a new password and end every session of the account',
  method: 'POST',
  path: '/api/user/reset-password/:token',
  access: 'public',
  params: ResetToken,
  body: ResetPasswordBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.invalidToken, ERROR_KEYS.passwordsDiffer],
});

export const postProfileUpdate = defineRoute({
  id: 'postProfileUpdate',
  summary: "Change the user's profile",
  method: 'POST',
  path: '/api/user/profile-update',
  access: { level: 'company', types: ['company', 'root'] },
  bodyLimit: PROFILE_BODY_LIMIT,
  body: ProfileUpdateBody,
  reply: envelope(ProfilePayload),
  errors: [
    ERROR_KEYS.emailNotUnique,
    ERROR_KEYS.phoneNotUnique,
    ERROR_KEYS.phoneInvalid,
    ERROR_KEYS.phoneCodeWrong,
    ERROR_KEYS.imageInvalid,
    ERROR_KEYS.reauthenticate,
    ERROR_KEYS.tooManyRequests,
  ],
});

export const getEmailRestoration = defineRoute({
  id: 'getEmailRestoration',
  summary: 'Get the email that a mailed link restores, while the link is valid',
  method: 'GET',
  path: '/api/user/restore-email/:token',
  access: 'public',
  params: ResetToken,
  reply: envelope(EmailRestorationPayload),
  errors: [ERROR_KEYS.invalidToken],
});

export const postEmailRestoration = defineRoute({
  id: 'postEmailRestoration',
  summary: 'Restore the old email of an account, end all its sessions and mail a link to set a password to that email',
  method: 'POST',
  path: '/api/user/restore-email/:token',
  access: 'public',
  params: ResetToken,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.invalidToken, ERROR_KEYS.emailNotUnique],
});

export const getSessions = defineRoute({
  id: 'getSessions',
  summary: "List the user's sessions, last used first",
  method: 'GET',
  path: '/api/user/sessions',
  access: { level: 'branch' },
  reply: envelope(UserSessions),
  errors: [],
});

export const deleteSession = defineRoute({
  id: 'deleteSession',
  summary: "End one of the user's sessions and revoke its tokens at once",
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound],
});

export const deleteOtherSessions = defineRoute({
  id: 'deleteOtherSessions',
  summary: "End all of the user's other sessions",
  method: 'DELETE',
  path: '/api/user/sessions',
  access: { level: 'branch' },
  reply: envelope(NoPayload),
  errors: [],
});
