import type { LoginBody, ReauthenticateBody, SessionPayload } from '../../../contract/schemas/session';
import type { Api } from '../../lib/api';
import type { Credential } from '../kit/session';

export const toCredential = ({ user, access_token }: SessionPayload): Credential => ({
  user,
  accessToken: access_token,
});

export const postLogin = async (api: Api, body: LoginBody, signal?: AbortSignal) =>
  toCredential(await api.call('POST /user/login', { body, signal }));

export const getCurrentUser = async (api: Api, signal?: AbortSignal) =>
  toCredential(await api.call('GET /user/me', { signal }));

export const postReauthenticate = (api: Api, body: ReauthenticateBody, signal?: AbortSignal) =>
  api.call('POST /user/reauthenticate', { body, signal });

export const postLogout = (api: Api, signal?: AbortSignal) => api.call('POST /user/logout', { signal });

/** Removes this session's push token from the server. */
export const clearFcmToken = (api: Api, signal?: AbortSignal) =>
  api.call('POST /user/update-fcm-token', { body: { fcm_token: null }, signal });
