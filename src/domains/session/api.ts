import type { LoginBody, SessionPayload } from '../../../contract/schemas/session';
import type { Api } from '../../lib/api';
import type { Credential } from '../kit/session';

export const toCredential = ({ user, access_token }: SessionPayload): Credential => ({
  user,
  accessToken: access_token,
});

export const postLogin = async (api: Api, body: LoginBody) =>
  toCredential(await api.call('POST /user/login', { body }));

export const getCurrentUser = async (api: Api) => toCredential(await api.call('GET /user/me'));
