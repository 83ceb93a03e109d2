import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import * as contract from '../../../contract/routes/door';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { registerJsonPages } from './jsonRoutes';
import { getPage, ownPage, pageUrl, putPage } from './pageService';
import { posterOf, qrSvg } from './poster';
import { registerPublicPages } from './publicRoutes';
import { registerSitemap } from './sitemap';

export const registerDoor = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getBranchPage, async ({ user, query }) => ({
    payload: { branchPage: await getPage(deps, user, query.branchId) },
  }));

  route(app, contract.putBranchPage, async ({ user, requestId, query: { branchId }, body }) => ({
    payload: { branchPage: await putPage(deps, { user, requestId, branchId }, body) },
  }));

  route(app, contract.getBranchPageQr, async ({ user, query }) => {
    const { code } = await ownPage(deps, user, query.branchId);
    return { file: { name: `${code}.svg`, type: MEDIA_TYPES.svg, content: qrSvg(pageUrl(deps, code)) } };
  });

  route(app, contract.getPoster, async ({ user, query: { branchId, format = 'a4' }, language }) => {
    const { code, companyName } = await ownPage(deps, user, branchId);
    const url = pageUrl(deps, code);
    const content = await posterOf({ companyName, url, format, language, now: deps.clock.now() });
    return { file: { name: `${code}-${format}.pdf`, type: MEDIA_TYPES.pdf, content } };
  });

  registerPublicPages(app, deps);
  registerJsonPages(app, deps);
  registerSitemap(app, deps);
};
