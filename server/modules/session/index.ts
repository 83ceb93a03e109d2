import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/session';
import { deleteOtherSessions, deleteSession, getSessions } from '../../../contract/routes/account';
import { clientOf, sessionOf } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { rememberBrowser } from './loginLimits';
import { reauthenticate } from './service';
import * as service from './service';

export * from './loginLimits';
export * from './service';
export * from './repository';

export const registerSession = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.login, async ({ body, requestId, request }) => {
    const { cookie: cookies } = request.headers;
    const payload = await service.login(deps, body, { client: clientOf(request), cookies, requestId });
    return { payload, headers: { 'set-cookie': rememberBrowser(deps, cookies, payload.user.id) } };
  });

  route(app, contract.postReauthenticate, ({ body, user, request, requestId }) =>
    reauthenticate(deps, user, body, { address: request.ip, requestId }),
  );

  route(app, contract.logout, ({ request, requestId }) => service.logout(deps, sessionOf(request), requestId));

  route(app, contract.getCurrentUser, async ({ request, requestId }) => {
    const presented = (request.headers.authorization ?? '').slice('Bearer '.length);
    return { payload: await service.currentUser(deps, sessionOf(request), { presented, requestId }) };
  });

  route(app, contract.updateFcmToken, ({ body, request, requestId }) =>
    service.setFcmToken(deps, sessionOf(request), body.fcm_token, requestId),
  );

  route(app, getSessions, async ({ request }) => ({ payload: await service.listSignIns(deps, sessionOf(request)) }));

  route(app, deleteSession, ({ params, request, requestId }) =>
    service.endSignIn(deps, sessionOf(request), params.id, requestId),
  );

  route(app, deleteOtherSessions, ({ user, requestId }) => service.endOtherSignIns(deps, user, requestId));
};
