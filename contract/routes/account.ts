import { ERROR_KEYS } from '../constants/errorKeys';
import * as account from '../schemas/account';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { SessionPayload } from '../schemas/session';
import { defineRoute } from './defineRoute';

/** The longest `image` plus all other fields at their longest. */
const PROFILE_BODY_LIMIT = 786_432;

export const registerCompany = defineRoute('registerCompany', 'PUT /api/user/company/register', {
  summary: 'Register a company with a verified phone and sign it in',
  access: 'public',
  body: account.RegisterBody,
  reply: envelope(SessionPayload),
  errors: [
    ERROR_KEYS.emailNotUnique,
    ERROR_KEYS.phoneNotUnique,
    ERROR_KEYS.phoneInvalid,
    ERROR_KEYS.phoneCodeWrong,
    ERROR_KEYS.tooManyRequests,
  ],
});

export const putSendCode = defineRoute('putSendCode', 'PUT /api/verify-phone-send-code', {
  summary: 'Send a code to a phone: with a token for a change of that profile, without one for a registration',
  access: 'public',
  body: account.SendCodeBody,
  reply: envelope(account.SendCodePayload),
  errors: [
    ERROR_KEYS.phoneNotUnique,
    ERROR_KEYS.phoneInvalid,
    ERROR_KEYS.phoneDailyLimit,
    ERROR_KEYS.challengeRequired,
  ],
});

export const postVerifyPhone = defineRoute('postVerifyPhone', 'POST /api/update-phone-verify', {
  summary: 'Verify a phone by its code',
  access: 'public',
  body: account.VerifyPhoneBody,
  reply: envelope(account.VerifyPhonePayload),
  errors: [ERROR_KEYS.phoneCodeWrong, ERROR_KEYS.tooManyRequests, ERROR_KEYS.challengeRequired],
});

export const postForgetPassword = defineRoute('postForgetPassword', 'POST /api/user/v2/forget-password', {
  summary: 'Mail a link to set a new password; the response is the same for an unknown address',
  access: 'public',
  body: account.ForgetPasswordBody,
  errors: [ERROR_KEYS.mailInvalid, ERROR_KEYS.tooManyRequests],
});

export const getResetToken = defineRoute('getResetToken', 'GET /api/user/reset-password-valid-token/:token', {
  summary: 'Check whether a link to set a password is still valid',
  access: 'public',
  params: account.ResetToken,
  errors: [ERROR_KEYS.invalidToken],
});

export const postResetPassword = defineRoute('postResetPassword', 'POST /api/user/reset-password/:token', {
  summary: 'Set a new password and end every session of the account',
  access: 'public',
  params: account.ResetToken,
  body: account.ResetPasswordBody,
  errors: [ERROR_KEYS.invalidToken, ERROR_KEYS.passwordsDiffer],
});

export const postProfileUpdate = defineRoute('postProfileUpdate', 'POST /api/user/profile-update', {
  summary: "Change the user's profile",
  access: { level: 'company', types: ['company', 'root'] },
  bodyLimit: PROFILE_BODY_LIMIT,
  body: account.ProfileUpdateBody,
  reply: envelope(account.ProfilePayload),
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

export const getEmailRestoration = defineRoute('getEmailRestoration', 'GET /api/user/restore-email/:token', {
  summary: 'Get the email that a mailed link restores, while the link is valid',
  access: 'public',
  params: account.ResetToken,
  reply: envelope(account.EmailRestorationPayload),
  errors: [ERROR_KEYS.invalidToken],
});

export const postEmailRestoration = defineRoute('postEmailRestoration', 'POST /api/user/restore-email/:token', {
  summary: 'Restore the old email of an account, end all its sessions and mail a link to set a password to that email',
  access: 'public',
  params: account.ResetToken,
  errors: [ERROR_KEYS.invalidToken, ERROR_KEYS.emailNotUnique],
});

export const getSessions = defineRoute('getSessions', 'GET /api/user/sessions', {
  summary: "List the user's sessions, last used first",
  reply: envelope(account.UserSessions),
});

export const deleteSession = defineRoute('deleteSession', 'DELETE /api/user/sessions/:id', {
  summary: "End one of the user's sessions and revoke its tokens at once",
  params: IdParams,
  errors: [ERROR_KEYS.notFound],
});

export const deleteOtherSessions = defineRoute('deleteOtherSessions', 'DELETE /api/user/sessions', {
  summary: "End all of the user's other sessions",
});
