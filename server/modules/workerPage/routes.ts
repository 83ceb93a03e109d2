import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { contentDisposition } from '../../platform/http/contentDisposition';
import { noteUse } from '../links';
import { openLink, openPage, type OpenLink } from './access';
import { answerOf, calendarOf, dataOf } from './files';
import { ACTIONS, DONE, FormRefusal, type Problem } from './forms';
import { PRIVATE_HEADERS } from '../../platform/publicPage/document';
import { servePages } from '../../platform/publicPage/forms';
import { requireOwnPage } from '../../platform/publicPage/ownForm';
import { languageOf } from '../../platform/publicPage/texts';
import { sayIn } from './page/texts';
import { sendErasedPage, sendWorkerPage } from './page/workerPage';
import { findApplication } from './repository';
import { press } from './service';
import { viewOf } from './view';

type PageRequest = FastifyRequest<{
  Params: { token: string; action: string };
  Querystring: { lang?: unknown; done?: unknown };
  Body: URLSearchParams | undefined;
}>;

const languageFor = ({ query }: PageRequest, { application }: OpenLink) => languageOf(query.lang, application.language);

/** Sends the page as it stands now, with what was typed, after a form that was refused. */
const sendRefused = async (
  deps: Deps,
  { request, reply, open }: { request: PageRequest; reply: FastifyReply; open: OpenLink },
  problem: Problem,
) => {
  const application = (await findApplication(deps.db, open.link)) ?? open.application;
  const language = languageFor(request, open);
  const nonce = problem.action === 'message' ? (request.body?.get('nonce') ?? undefined) : undefined;
  const { token } = request.params;
  const view = await viewOf(deps, { ...open, application }, { language, token, problem, nonce });
  return sendWorkerPage(reply, problem.key === 'gone' ? 409 : 400, view);
};

const sendFile = (reply: FastifyReply, { name, type, content }: Awaited<ReturnType<typeof dataOf>>) =>
  reply
    .headers({ ...PRIVATE_HEADERS, 'content-disposition': contentDisposition(name) })
    .type(type)
    .send(content);

const FILES = { data: dataOf, file: answerOf };

const answerForm = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { token } = request.params;
  const action = ACTIONS.find((one) => one === request.params.action);
  if (!action) throw notFound();
  const open = await openLink(deps, request, token);
  const form = request.body ?? new URLSearchParams();
  try {
    const done =
      action === 'data' || action === 'file'
        ? await FILES[action](deps, open, form)
        : await press(action, { deps, open, form });
    await noteUse(deps.db, open.link.id, deps.clock.now());
    if (typeof done !== 'string') return sendFile(reply, done);
    const query = new URLSearchParams({ lang: languageFor(request, open), done });
    return reply.headers(PRIVATE_HEADERS).redirect(`/w/${token}?${query}`, 303);
  } catch (error) {
    if (error instanceof FormRefusal) return sendRefused(deps, { request, reply, open }, error.problem);
    throw error;
  }
};

/** Registers the page of a worker's application. Reading changes nothing, because messengers open links for previews. */
export const registerWorkerPage = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    servePages(scope, sayIn);

    scope.get('/w/:token', async (request: PageRequest, reply) => {
      const { token } = request.params;
      const open = await openPage(deps, request, token);
      const language = languageFor(request, open);
      const { erasedAt } = open.application;
      const { timeZone } = deps.settings;
      if (erasedAt !== null)
        return sendErasedPage(reply, open.application, { erasedAt, language, path: `/w/${token}`, timeZone });
      const done = DONE.find((one) => one === request.query.done) ?? null;
      const view = await viewOf(deps, open, { language, token, done });
      return sendWorkerPage(reply, 200, view);
    });

    scope.get('/w/:token/appointment.ics', async (request: PageRequest, reply) => {
      const open = await openLink(deps, request, request.params.token);
      return sendFile(reply, await calendarOf(deps, open, languageFor(request, open)));
    });

    // Who reloads the page of a refused form by its address gets the page itself.
    scope.get('/w/:token/:action', async (request: PageRequest, reply) => {
      const { token } = request.params;
      await openPage(deps, request, token);
      return reply.headers(PRIVATE_HEADERS).redirect(`/w/${token}`, 303);
    });

    scope.post('/w/:token/:action', (request: PageRequest, reply) => answerForm(deps, request, reply));
  });
};
