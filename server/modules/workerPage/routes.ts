import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { contentDisposition } from '../../platform/http/headers';
import { noteUse } from '../workerLinks';
import { openLink, openPage, type OpenLink } from './access';
import { answerOf, calendarOf, dataOf } from './files';
import { ACTIONS, DONE, FormRefusal, problemCode, readProblem, type Problem } from './forms';
import { PRIVATE_HEADERS } from '../../platform/pages/document';
import { servePages, requireOwnPage } from '../../platform/pages/forms';
import { languageOf } from '../../platform/pages/texts';
import { sayIn } from './page/parts';
import { sendErasedPage, sendWorkerPage } from './page/workerPage';
import { press, viewOf } from './service';

type PageRequest = FastifyRequest<{
  Params: { token: string; action: string };
  Querystring: { lang?: unknown; done?: unknown; refused?: unknown };
  Body: URLSearchParams | undefined;
}>;

const languageFor = ({ query }: PageRequest, { application }: OpenLink) => languageOf(query.lang, application.language);

const statusOf = ({ key }: Problem): number => (key === 'gone' ? 409 : 400);

/** Redirects to the page after a form was sent, so that Back and a reload send nothing again. */
const seePage = (
  reply: FastifyReply,
  request: PageRequest,
  open: OpenLink,
  result: { done: string } | { refused: string },
) => {
  const query = new URLSearchParams({ lang: languageFor(request, open), ...result });
  return reply.headers(PRIVATE_HEADERS).redirect(`/w/${request.params.token}?${query}`, 303);
};

/** Responds with the page and a text that is too long for a redirect. Browsers cannot type one: the field limits it. */
const sendTyped = async (
  deps: Deps,
  { request, reply, open }: { request: PageRequest; reply: FastifyReply; open: OpenLink },
  problem: Problem,
) => {
  const language = languageFor(request, open);
  const nonce = problem.action === 'message' ? (request.body?.get('nonce') ?? undefined) : undefined;
  const { token } = request.params;
  const view = await viewOf(deps, open, { language, token, problem, nonce });
  return sendWorkerPage(reply, statusOf(problem), view);
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
    return seePage(reply, request, open, { done });
  } catch (error) {
    if (!(error instanceof FormRefusal)) throw error;
    const { problem } = error;
    if (problem.typed !== undefined) return sendTyped(deps, { request, reply, open }, problem);
    return seePage(reply, request, open, { refused: problemCode(problem) });
  }
};

/** Registers the page of a worker's application. Reading changes nothing, because messengers open links for previews. */
export const registerWorkerPage = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    await servePages(scope, sayIn);

    scope.get('/w/:token', async (request: PageRequest, reply) => {
      const { token } = request.params;
      const open = await openPage(deps, request, token);
      const language = languageFor(request, open);
      const { erasedAt } = open.application;
      const { timeZone } = deps.settings;
      if (erasedAt !== null)
        return sendErasedPage(reply, open.application, { erasedAt, language, path: `/w/${token}`, timeZone });
      const done = DONE.find((one) => one === request.query.done) ?? null;
      const problem = readProblem(request.query.refused);
      const view = await viewOf(deps, open, { language, token, done, problem });
      return sendWorkerPage(reply, problem ? statusOf(problem) : 200, view);
    });

    scope.get('/w/:token/appointment.ics', async (request: PageRequest, reply) => {
      const open = await openLink(deps, request, request.params.token);
      return sendFile(reply, await calendarOf(deps, open, languageFor(request, open)));
    });

    // The address of a form, opened by hand, leads to the page itself.
    scope.get('/w/:token/:action', async (request: PageRequest, reply) => {
      const { token } = request.params;
      await openPage(deps, request, token);
      return reply.headers(PRIVATE_HEADERS).redirect(`/w/${token}`, 303);
    });

    scope.post('/w/:token/:action', (request: PageRequest, reply) => answerForm(deps, request, reply));
  });
};
