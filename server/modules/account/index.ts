import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/routes/account';
import type { Language } from '../../../contract/constants/options';
import { clientOf, optionalSession } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { rememberBrowser } from '../session';
import { restorableEmail, restoreEmail, registerCompany, updateProfile } from './profileService';
import { checkToken, forgetPassword, resetPassword } from './passwordService';
import { sendCode, verifyPhone, type PhoneCaller } from './phoneCodeService';

export { removeOldCodes, endMailedLinks, passwordHashesOf, profileColumns } from './repository';
export { forgetMessages, levelOfCountry, type OwnLimits, hasLiveCode, sendCode, verifyPhone } from './phoneCodeService';
export { invite, mailEmailChange, endReusedSession } from './passwordService';
export { refuseTakenEmail, throwTaken } from './profileService';

export const registerAccount = (app: FastifyInstance, deps: Deps): void => {
  /** A request with a live token proves a phone for that profile, one without a token for a registration. */
  const phoneCaller = async (
    request: FastifyRequest,
    { language, requestId }: { language: Language; requestId: string },
  ): Promise<PhoneCaller> => ({
    user: (await optionalSession(deps, request))?.user ?? null,
    address: request.ip,
    language,
    requestId,
  });

  route(app, contract.registerCompany, async ({ body, language, request, requestId }) => {
    const payload = await registerCompany(deps, body, { client: clientOf(request), language, requestId });
    return { payload, headers: { 'set-cookie': rememberBrowser(deps, request.headers.cookie, payload.user.id) } };
  });

  route(app, contract.putSendCode, async ({ body, language, request, requestId }) => {
    await sendCode(deps, body, await phoneCaller(request, { language, requestId }));
    return { payload: { status: 'user.phone.verified_code.send' as const } };
  });

  route(app, contract.postVerifyPhone, async ({ body, language, request, requestId }) => ({
    payload: await verifyPhone(deps, body, await phoneCaller(request, { language, requestId })),
  }));

  route(app, contract.postForgetPassword, ({ body, request, requestId }) =>
    forgetPassword(deps, body, { address: request.ip, requestId }),
  );

  route(app, contract.getResetToken, ({ params }) => checkToken(deps, params.token));

  route(app, contract.postResetPassword, ({ params, body, request, requestId }) =>
    resetPassword(deps, params.token, body, { address: request.ip, requestId }),
  );

  route(app, contract.getEmailRestoration, async ({ params }) => ({
    payload: { email: await restorableEmail(deps, params.token) },
  }));

  route(app, contract.postEmailRestoration, ({ params, requestId }) => restoreEmail(deps, params.token, requestId));

  route(app, contract.postProfileUpdate, async ({ body, user, requestId }) => ({
    payload: { user: await updateProfile(deps, body, { user, requestId }) },
  }));
};
