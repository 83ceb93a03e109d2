import type {
  EmailRestorationPayload,
  ForgetPasswordBody,
  RegisterBody,
  ResetPasswordBody,
} from '../../../contract/schemas/account';
import type { CountryCheck, CountryCheckBody } from '../../../contract/schemas/reference';
import type { SessionPayload } from '../../../contract/schemas/session';
import type { Credential } from '../session';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** Registers a company; the answer signs it in. */
export const putCompany = async ({ main }: Api, body: RegisterBody, signal?: AbortSignal): Promise<Credential> => {
  const { payload } = await main.request<SessionPayload>({
    method: 'PUT',
    path: '/user/company/register',
    body,
    signal,
  });
  return { user: payload.user, accessToken: payload.access_token };
};

/** The visitor's country; the marketplace's where it cannot be known. */
export const postCountryCheck = async (
  { geo }: Api,
  body: CountryCheckBody,
  signal?: AbortSignal,
): Promise<CountryCheck> =>
  (await geo.request<CountryCheck>({ method: 'POST', path: '/country/check', body, signal })).payload;

/** Asks for a link to set a password. */
export const postForgetPassword = ({ main }: Api, body: ForgetPasswordBody, signal?: AbortSignal) =>
  main.request<null>({ method: 'POST', path: '/user/v2/forget-password', body, signal });

/** Succeeds while the link serves. */
export const getResetToken = ({ main }: Api, token: string, signal?: AbortSignal) =>
  main.request<null>({
    method: 'GET',
    path: `/user/reset-password-valid-token/${encodeURIComponent(token)}`,
    signal,
  });

export const postResetPassword = ({ main }: Api, token: string, body: ResetPasswordBody, signal?: AbortSignal) =>
  main.request<null>({ method: 'POST', path: `/user/reset-password/${encodeURIComponent(token)}`, body, signal });

const restorationPath = (code: string): string => `/user/restore-email/${encodeURIComponent(code)}`;

/** The email that a link restores, while it serves. */
export const getEmailRestoration = async (
  { main }: Api,
  code: string,
  signal?: AbortSignal,
): Promise<EmailRestorationPayload> =>
  (await main.request<EmailRestorationPayload>({ method: 'GET', path: restorationPath(code), signal })).payload;

export const postEmailRestoration = ({ main }: Api, code: string, signal?: AbortSignal) =>
  main.request<null>({ method: 'POST', path: restorationPath(code), signal });
