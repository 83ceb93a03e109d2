import type { ProfilePayload, ProfileUpdateBody, UserSession } from '../../../contract/schemas/account';
import type { FormField, FormInputList } from '../../../contract/schemas/reference';
import type { SessionUser } from '../session';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** The fields of the profile's form in the user's country. */
export const getProfileForm = async ({ main }: Api, signal?: AbortSignal): Promise<FormField[]> => {
  const body = { formName: 'CompanyProfileForm' };
  return (await main.request<FormInputList>({ method: 'POST', path: '/form-input-list', body, signal })).payload.fields;
};

/** Saves one's profile; answers the user as changed. */
export const postProfileUpdate = async (
  { main }: Api,
  body: ProfileUpdateBody,
  signal?: AbortSignal,
): Promise<SessionUser> =>
  (await main.request<ProfilePayload>({ method: 'POST', path: '/user/profile-update', body, signal })).payload.user;

/** Where one is signed in, the last used first. */
export const getSignIns = async ({ main }: Api, signal?: AbortSignal): Promise<UserSession[]> =>
  (await main.request<UserSession[]>({ method: 'GET', path: '/user/sessions', signal })).payload;

export const deleteSignIn = ({ main }: Api, id: number, signal?: AbortSignal) =>
  main.request<null>({ method: 'DELETE', path: `/user/sessions/${id}`, signal });

/** Ends every session but this one. */
export const deleteOtherSignIns = ({ main }: Api, signal?: AbortSignal) =>
  main.request<null>({ method: 'DELETE', path: '/user/sessions', signal });
