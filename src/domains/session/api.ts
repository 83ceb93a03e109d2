import type { LoginBody, ReauthenticateBody, SessionPayload } from '../../../contract/schemas/session';
import type { Http } from '../../lib/http';
import type { Credential } from '../kit/session';

const toCredential = ({ user, access_token }: SessionPayload): Credential => ({ user, accessToken: access_token });

export const postLogin = async (http: Http, body: LoginBody, signal?: AbortSignal): Promise<Credential> =>
  toCredential((await http.request<SessionPayload>({ method: 'POST', path: '/user/login', body, signal })).payload);

export const getCurrentUser = async (http: Http, signal?: AbortSignal): Promise<Credential> =>
  toCredential((await http.request<SessionPayload>({ method: 'GET', path: '/user/me', signal })).payload);

/** Gives the password of the signed-in user again. */
export const postReauthenticate = (http: Http, body: ReauthenticateBody, signal?: AbortSignal) =>
  http.request<null>({ method: 'POST', path: '/user/reauthenticate', body, signal });

export const postLogout = (http: Http, signal?: AbortSignal) =>
  http.request<null>({ method: 'POST', path: '/user/logout', signal });

/** Takes the push token of this session from the server. */
export const clearFcmToken = (http: Http, signal?: AbortSignal) =>
  http.request<null>({ method: 'POST', path: '/user/update-fcm-token', body: { fcm_token: null }, signal });
