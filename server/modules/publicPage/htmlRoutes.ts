import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../platform/deps';
import { AppError } from '../../platform/errors';
import { longDate } from '../../platform/messages';
import { servePages, requireOwnPage } from '../../platform/pages/forms';
import { answerWho, applyByDraft, endOf, isEnded, knownPeople, OTHER, SAME } from './applyService';
import { answersFrom, beginFrom, findOpenDraft, keepSecond, openDraft, seeOther } from './draftService';
import { keptForm, pressOf } from './forms';
import { listOpenJobs, listSisterJobs, type PageJob, type StoredPage } from './pageRepository';
import { emptyForm, filledOf, type Filled, type PageContext, publicPageTexts, rosterQuery } from './page/parts';
import {
  sendAppliedBefore,
  sendClosedPage,
  sendNoJobPage,
  sendOffPage,
  sendThanks,
  sendWhoPage,
} from './page/endPages';
import { asksAdult, sendApplyPage, sendJobsPage, sendJobPage } from './page/pages';
import { pageUrl } from './pageService';
import { postingOf } from './jobPosting';
import { registerRosterPages } from './rosterRoutes';
import {
  DraftOver,
  NoJob,
  draftRefOf,
  pageContextOf,
  type PageRequest,
  registerTypedAddresses,
  noteView,
  openForm,
  openJob,
  openPage,
  PageOff,
} from './pageRequest';

/** Returns jobs to apply for instead: the branch's own open jobs first, then those of the other branches. */
const otherJobs = async ({ db }: Deps, page: StoredPage, job: PageJob | null): Promise<PageJob[]> => [
  ...(await listOpenJobs(db, page.userId)).filter(({ id }) => id !== job?.id),
  ...(await listSisterJobs(db, page, job)),
];

/** Sends the job's page with the form as it was typed. */
const sendJob = async (
  deps: Deps,
  reply: FastifyReply,
  context: PageContext,
  { job, filled, action }: { job: PageJob; filled: Filled; action: string },
) => {
  const { page } = context;
  const url = `${pageUrl(deps, page.code)}/${job.id}`;
  const posting = await postingOf(deps, { page, job, url });
  return sendJobPage(reply, context, { job, filled, action, url, posting });
};

/** Sends the page of a closed job to somebody who has typed nothing. */
const sendClosed = async (
  deps: Deps,
  { request, reply, page }: { request: PageRequest; reply: FastifyReply; page: StoredPage },
  job: PageJob,
) => {
  const others = await otherJobs(deps, page, job);
  return sendClosedPage(reply, await pageContextOf(deps, request, page), { job, others, typed: null });
};

/** Returns the job and draft of an address that ends with the token of a draft. */
const openApplication = async (deps: Deps, request: PageRequest, page: StoredPage) => {
  const { token } = request.params;
  const job = await openJob(deps, page, request.params.job);
  const draft = await openDraft(deps, page, token);
  const context = { ...(await pageContextOf(deps, request, page)), from: draftRefOf(draft) };
  return { page, job, draft, context, token, here: `${context.path}/${job.id}/apply/${token}` };
};

/** Handles the first form of an application: sends the code, or stores a refused form, which its page then shows. */
const postPerson = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { page, wait } = await openForm(deps, request);
  const job = await openJob(deps, page, request.params.job);
  const context = await pageContextOf(deps, request, page);
  const token = await beginFrom(deps, { request, context, isOpen: job.status === 'active', wait });
  return seeOther(reply, `${context.path}/${job.id}/apply/${token}`, context);
};

/** Handles the second form of an application: checks the code, then stores the answers. */
const postAnswers = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { page, wait } = await openForm(deps, request);
  const { job, draft, context, token, here } = await openApplication(deps, request, page);
  const first = { request, context, token, isOpen: job.status === 'active', wait };
  if (draft.step === 'person') {
    await beginFrom(deps, first);
    return seeOther(reply, here, context);
  }
  if (isEnded(draft, job)) return seeOther(reply, here, context);
  const form = request.body ?? new URLSearchParams();
  const press = pressOf(form);
  const asksWho = draft.who === 'asked' && (press === OTHER || press.startsWith(SAME));
  const typed = asksWho ? draft.form : keptForm(form);
  const answers = await answersFrom(deps, { ...first, draft, typed, asksAdult: asksAdult(job) });
  if (!answers) return seeOther(reply, here, context);
  if (asksWho) await answerWho(deps, { page, token, press });
  await keepSecond(deps, token, { form: typed, notice: null });
  try {
    await applyByDraft(deps, { page, job, token, answers, language: context.language });
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
  }
  return seeOther(reply, here, context);
};

/** Sends the page of an application at its current step. */
const sendApplication = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  const page = await openPage(deps, request);
  const { job, draft, context, here } = await openApplication(deps, request, page);
  const { language } = context;
  const ended = isEnded(draft, job) && draft.outcome ? await endOf(deps, page, draft.outcome) : undefined;
  if (ended && ended.kind !== 'new') {
    const on = longDate(ended.at, { language, timeZone: deps.settings.timeZone });
    const others = ended.kind === 'before' ? [] : await otherJobs(deps, page, job);
    return sendAppliedBefore(reply, context, { job, ...ended, here, on, others });
  }
  if (ended)
    return ended.path === null ? sendThanks(reply, context, job) : seeOther(reply, ended.path, context, 'applied');
  const filled = filledOf(deps, draft, language);
  if (job.status !== 'active') {
    const token = request.params.token;
    const actionOf = (other: string) => `${other}/apply/${token}?lang=${language}${rosterQuery(context)}`;
    const typed = { form: filled.form, actionOf };
    return sendClosedPage(reply, context, { job, others: await otherJobs(deps, page, job), typed });
  }
  if (draft.step === 'person') return sendJob(deps, reply, context, { job, filled, action: here });
  const people = draft.who === 'asked' ? await knownPeople(deps, page, draft) : [];
  if (people.length > 0) return sendWhoPage(reply, context, { job, here, people, filled });
  return sendApplyPage(reply, context, { job, draft, filled, here });
};

const hereOf = ({ url }: PageRequest): string => url.split('?')[0] ?? '';

/** Sends the page of an account that takes no applications now. */
const sendOff = async (
  deps: Deps,
  page: StoredPage,
  { request, reply }: { request: PageRequest; reply: FastifyReply },
) => {
  const others = await listSisterJobs(deps.db, page, null);
  const { token } = request.params as { token?: string };
  const draft = token === undefined ? undefined : await findOpenDraft(deps, page, token);
  const hasDraft = draft !== undefined && !draft.outcome;
  return sendOffPage(reply, await pageContextOf(deps, request, page), { others, here: hereOf(request), hasDraft });
};

/** Sends the page for a job that does not exist. */
const sendNoJob = async (
  deps: Deps,
  page: StoredPage,
  { request, reply }: { request: PageRequest; reply: FastifyReply },
) => {
  // A typed form also reaches a page that is off.
  if (!page.isOn) return sendOff(deps, page, { request, reply });
  const others = await otherJobs(deps, page, null);
  return sendNoJobPage(reply, await pageContextOf(deps, request, page), { others, here: hereOf(request) });
};

/** Leads from a draft that is over to the first form of its job or of the roster. */
const beginAgain = async (
  deps: Deps,
  page: StoredPage,
  { request, reply }: { request: PageRequest; reply: FastifyReply },
) => {
  const context = await pageContextOf(deps, request, page);
  const { job } = request.params;
  return seeOther(reply, job ? `${context.path}/${job}` : context.path, context, 'over');
};

/** Returns the empty first form, which says so when it takes the place of one that is over. */
const firstForm = (deps: Deps, { query }: PageRequest): Filled => ({
  ...emptyForm(deps),
  problems: query.done === 'over' ? { form: 'over' } : {},
});

/** Registers the pages that strangers read: the branch's page, its jobs, and the two forms of an application. */
export const registerHtmlPages = (app: FastifyInstance, deps: Deps): void => {
  registerTypedAddresses(app);
  void app.register(async (scope) => {
    await servePages(scope, publicPageTexts, (error, request, reply) => {
      const call = { request: request as PageRequest, reply };
      if (error instanceof PageOff) return sendOff(deps, error.page, call);
      if (error instanceof NoJob) return sendNoJob(deps, error.page, call);
      return error instanceof DraftOver ? beginAgain(deps, error.page, call) : undefined;
    });

    scope.get('/p/:code', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request);
      const context = await pageContextOf(deps, request, page);
      await noteView(deps, request, { userId: page.userId, jobId: null, ref: context.from });
      const jobs = await listOpenJobs(deps.db, page.userId);
      return sendJobsPage(reply, context, {
        jobs,
        url: pageUrl(deps, page.code),
        filled: firstForm(deps, request),
        action: `${context.path}/roster`,
      });
    });

    scope.get('/p/:code/:job', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request);
      const job = await openJob(deps, page, request.params.job);
      if (job.status !== 'active') return sendClosed(deps, { request, reply, page }, job);
      const context = await pageContextOf(deps, request, page);
      await noteView(deps, request, { userId: page.userId, jobId: job.id, ref: context.from });
      const action = `/p/${page.code}/${job.id}/apply`;
      return sendJob(deps, reply, context, { job, filled: firstForm(deps, request), action });
    });

    // Somebody who reloads a refused form by its address gets the job's page.
    scope.get('/p/:code/:job/apply', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request);
      const job = await openJob(deps, page, request.params.job);
      return reply.redirect(`/p/${page.code}/${job.id}`, 303);
    });

    scope.post('/p/:code/:job/apply', (request: PageRequest, reply) => postPerson(deps, request, reply));

    scope.get('/p/:code/:job/apply/:token', (request: PageRequest, reply) => sendApplication(deps, request, reply));

    scope.post('/p/:code/:job/apply/:token', (request: PageRequest, reply) => postAnswers(deps, request, reply));

    registerRosterPages(scope, deps);
  });
};
