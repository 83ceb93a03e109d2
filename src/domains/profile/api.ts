import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import type { Api } from '../../lib/api';

export const getProfileForm = async (api: Api, signal?: AbortSignal) =>
  (await api.call('POST /form-input-list', { body: { formName: 'CompanyProfileForm' }, signal })).fields;

/** Saves the user's own profile and returns the changed user. */
export const postProfileUpdate = async (api: Api, body: ProfileUpdateBody, signal?: AbortSignal) =>
  (await api.call('POST /user/profile-update', { body, signal })).user;

/** Ends every session but this one. */
export const deleteOtherSignIns = (api: Api, signal?: AbortSignal) => api.call('DELETE /user/sessions', { signal });
