import type { ForgetPasswordBody, RegisterBody, ResetPasswordBody } from '../../../contract/schemas/account';
import type { CountryCheckBody } from '../../../contract/schemas/reference';
import type { Api } from '../../lib/api';
import { toCredential } from '../session';

/** Registers a company and signs it in. */
export const putCompany = async (api: Api, body: RegisterBody, signal?: AbortSignal) =>
  toCredential(await api.call('PUT /user/company/register', { body, signal }));

/** Returns the visitor's country, or the marketplace's if it is unknown. */
export const postCountryCheck = (api: Api, body: CountryCheckBody, signal?: AbortSignal) =>
  api.call('POST /geo-api/country/check', { body, signal });

export const postForgetPassword = (api: Api, body: ForgetPasswordBody, signal?: AbortSignal) =>
  api.call('POST /user/v2/forget-password', { body, signal });

/** Rejects when the link has expired. */
export const getResetToken = (api: Api, token: string, signal?: AbortSignal) =>
  api.call('GET /user/reset-password-valid-token/:token', { params: { token }, signal });

export const postResetPassword = (api: Api, token: string, body: ResetPasswordBody, signal?: AbortSignal) =>
  api.call('POST /user/reset-password/:token', { params: { token }, body, signal });

/** Returns the email that the link restores. */
export const getEmailRestoration = (api: Api, token: string, signal?: AbortSignal) =>
  api.call('GET /user/restore-email/:token', { params: { token }, signal });

export const postEmailRestoration = (api: Api, token: string, signal?: AbortSignal) =>
  api.call('POST /user/restore-email/:token', { params: { token }, signal });
