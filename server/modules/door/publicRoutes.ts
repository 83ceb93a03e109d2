import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../platform/deps';
import { AppError } from '../../platform/errors';
import { isLanguageChange, PRIVATE_HEADERS } from '../../platform/publicPage/document';
import { servePages } from '../../platform/publicPage/forms';
import { requireOwnPage } from '../../platform/publicPage/ownForm';
import { applyByDraft, begin, openDraft, prove, resend } from './applyService';
import { isRobot, readAnswers, readPerson } from './forms';
import { listOpenJobs, listSisterJobs, type PageJob } from './jobRepository';
import { pressOf, refusedCode, type Filled } from './page/controls';
import { sendAppliedBefore, sendClosedPage, sendThanks } from './page/endPages';
import { asksAdult, sendApplyPage, sendBranchPage, sendJobPage } from './page/pages';
import { doorTexts } from './page/texts';
import type { StoredPage } from './pageRepository';
import { shownOf, visitorOf, type PageRequest } from './pageRequest';
import { pageUrl } from './pageService';
import { postingOf } from './jobPosting';
import { registerRosterPages } from './rosterRoutes';
import { noteView, openJob, openPage, refOf, visitRefOf } from './visits';
import { dateOf, readSolved, waitOf, withinStartLimits } from './limits';

const EMPTY = { form: new URLSearchParams(), problems: {} };

/** Returns what somebody can apply for instead: the branch's own open jobs first, then those of the other branches. */
const otherJobs = async ({ db }: Deps, page: StoredPage, job: PageJob): Promise<PageJob[]> => [
  ...(await listOpenJobs(db, page.userId)).filter(({ id }) => id !== job.id),
  ...(await listSisterJobs(db, page, job)),
];

/** Sends the job's page with what was typed into its form. */
const sendJob = async (
  deps: Deps,
  { request, reply, page }: { request: PageRequest; reply: FastifyReply; page: StoredPage },
  { job, ...filled }: { job: PageJob } & Filled,
) => {
  const shown = await shownOf(deps, request, page);
  const typed = filled.form.get('from');
  const from = typed === null ? visitRefOf(request) : refOf(typed, undefined);
  const url = `${pageUrl(deps, page.code)}/${job.id}`;
  const posting = await postingOf(deps, { page, job, url });
  return sendJobPage(reply, shown, { job, filled, from, url, posting });
};

/** Sends the page of a closed job to somebody who has typed nothing. */
const sendClosed = async (
  deps: Deps,
  { request, reply, page }: { request: PageRequest; reply: FastifyReply; page: StoredPage },
  job: PageJob,
) => {
  const others = await otherJobs(deps, page, job);
  return sendClosedPage(reply, await shownOf(deps, request, page), { job, others, typed: null });
};

/** Begins an application: takes the name and the phone, and sends the code. */
const postPerson = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const page = await openPage(deps, request, request.params.code, 'form');
  const job = await openJob(deps, page, request.params.job);
  const shown = await shownOf(deps, request, page);
  const form = request.body ?? new URLSearchParams();
  const here = `${shown.path}/${job.id}`;
  if (job.status !== 'active') {
    const typed = { form, actionOf: (path: string) => `${path}/apply?lang=${shown.language}` };
    return sendClosedPage(reply, shown, { job, others: await otherJobs(deps, page, job), typed });
  }
  if (isLanguageChange(form)) return sendJob(deps, { request, reply, page }, { job, form, problems: {} });
  // A robot learns nothing from the answer.
  if (isRobot(form)) return reply.redirect(`${here}?lang=${shown.language}`, 303);
  const read = readPerson(form, deps.settings.countryCode);
  if ('problems' in read) return sendJob(deps, { request, reply, page }, { job, form, problems: read.problems });
  const ref = refOf(form.get('from'), undefined);
  try {
    const solved = readSolved(form);
    const beginner = { page, person: read.value, ref, visitor: visitorOf(request, shown), solved };
    const { countryCode } = read.value;
    const token = await withinStartLimits(deps, { request, countryCode, solved }, (work) =>
      begin(deps, { ...beginner, ...work }),
    );
    return await reply.headers(PRIVATE_HEADERS).redirect(`${here}/apply/${token}?lang=${shown.language}`, 303);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // What was typed stays on the page, also above a limit.
    const wait = waitOf(deps, error, shown.language);
    const problems = { phone: wait?.reason ?? 'phoneCountry' } as const;
    return sendJob(deps, { request, reply, page }, { job, form, problems, wait });
  }
};

/** Ends an application: checks the code, then stores what was answered. */
const postAnswers = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { code, token } = request.params;
  const page = await openPage(deps, request, code, 'form');
  const job = await openJob(deps, page, request.params.job);
  const draft = await openDraft(deps, page, token);
  const shown = await shownOf(deps, request, page);
  const { language, path } = shown;
  const visitor = visitorOf(request, shown);
  const form = request.body ?? new URLSearchParams();
  const here = `${path}/${job.id}/apply/${token}`;
  const sendClosedTyped = async () => {
    const actionOf = (other: string) => `${other}/apply/${token}?lang=${language}`;
    return sendClosedPage(reply, shown, { job, others: await otherJobs(deps, page, job), typed: { form, actionOf } });
  };
  const press = pressOf(form);
  const sendAgain = ({ problems, wait }: Omit<Filled, 'form'>, isSent = false) =>
    sendApplyPage(reply, shown, { job, draft, filled: { form, problems, wait }, here, isSent, press });
  const call = { page, token, visitor, solved: readSolved(form) };
  if (job.status !== 'active') return sendClosedTyped();
  if (isLanguageChange(form)) return sendAgain({ problems: {} });
  if (press === 'resend' && !draft.isProved) {
    const refusal = await resend(deps, draft, call);
    return refusal ? sendAgain(refusedCode(refusal)) : sendAgain({ problems: {} }, true);
  }
  const read = readAnswers(form, { asksCode: !draft.isProved, asksAdult: asksAdult(job) });
  if ('problems' in read) return sendAgain(read);
  const refusal = await prove(deps, draft, { ...call, code: read.value.code });
  if (refusal) return sendAgain(refusedCode(refusal));
  try {
    const applied = await applyByDraft(deps, { page, job, token, answers: read.value, language });
    if (!applied.isNew) {
      const on = dateOf(applied.at, { language, timeZone: deps.settings.timeZone });
      return sendAppliedBefore(reply, shown, { job, ...applied, on });
    }
    if (applied.path === null) return sendThanks(reply, shown, job);
    return await reply.headers(PRIVATE_HEADERS).redirect(`${applied.path}?lang=${language}&done=applied`, 303);
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return sendClosedTyped();
    throw error;
  }
};

/** Registers the pages that strangers read: the branch's page, its jobs, and the two forms of an application. */
export const registerPublicPages = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    servePages(scope, doorTexts);

    scope.get('/p/:code', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request, request.params.code, 'read');
      const from = visitRefOf(request);
      await noteView(deps, request, { userId: page.userId, jobId: null, ref: from });
      const jobs = await listOpenJobs(deps.db, page.userId);
      const shown = await shownOf(deps, request, page);
      return sendBranchPage(reply, shown, { jobs, url: pageUrl(deps, page.code), from, filled: EMPTY });
    });

    scope.get('/p/:code/:job', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request, request.params.code, 'read');
      const job = await openJob(deps, page, request.params.job);
      if (job.status !== 'active') return sendClosed(deps, { request, reply, page }, job);
      await noteView(deps, request, { userId: page.userId, jobId: job.id, ref: visitRefOf(request) });
      return sendJob(deps, { request, reply, page }, { job, ...EMPTY });
    });

    // Who reloads a refused form by its address gets the job's page.
    scope.get('/p/:code/:job/apply', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request, request.params.code, 'read');
      const job = await openJob(deps, page, request.params.job);
      return reply.redirect(`/p/${page.code}/${job.id}`, 303);
    });

    scope.post('/p/:code/:job/apply', (request: PageRequest, reply) => postPerson(deps, request, reply));

    scope.get('/p/:code/:job/apply/:token', async (request: PageRequest, reply) => {
      const page = await openPage(deps, request, request.params.code, 'read');
      const job = await openJob(deps, page, request.params.job);
      const draft = await openDraft(deps, page, request.params.token);
      if (job.status !== 'active') return sendClosed(deps, { request, reply, page }, job);
      const here = `/p/${page.code}/${job.id}/apply/${request.params.token}`;
      return sendApplyPage(reply, await shownOf(deps, request, page), {
        job,
        draft,
        filled: EMPTY,
        here,
        isSent: false,
        press: '',
      });
    });

    scope.post('/p/:code/:job/apply/:token', (request: PageRequest, reply) => postAnswers(deps, request, reply));

    registerRosterPages(scope, deps);
  });
};
