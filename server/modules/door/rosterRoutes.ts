import type { FastifyInstance, FastifyReply } from 'fastify';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { isLanguageChange, PRIVATE_HEADERS } from '../../platform/publicPage/document';
import { requireOwnPage } from '../../platform/publicPage/ownForm';
import { findMember, memberLink } from '../roster';
import { begin, joinByDraft, openDraft, prove, resend } from './applyService';
import { isRobot, readAnswers, readPerson, type Problems } from './forms';
import { pressOf, refusedCode, type Filled } from './page/controls';
import { listOpenJobs } from './jobRepository';
import { sendBranchPage } from './page/pages';
import type { Shown } from './page/parts';
import { sendMemberPage, sendRosterCodePage } from './page/rosterPages';
import type { StoredPage } from './pageRepository';
import { shownOf, visitorOf, type PageRequest } from './pageRequest';
import { pageUrl } from './pageService';
import { openPage, refOf } from './visits';
import { readSolved, waitOf, withinStartLimits, type Wait } from './limits';
import { leave } from './rosterConsents';

const openRoster = async (deps: Deps, request: PageRequest, kind: 'read' | 'form') => {
  const page = await openPage(deps, request, request.params.code, kind);
  const shown = await shownOf(deps, request, page);
  if (!shown.hasRoster) throw notFound();
  return { page, shown, form: request.body ?? new URLSearchParams() };
};

/** Takes the name and the phone of somebody who wants to hear of new jobs, and sends the code. */
const postPerson = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { page, shown, form } = await openRoster(deps, request, 'form');
  const { path, language } = shown;
  const from = refOf(form.get('from'), undefined);
  const sendAgain = async (problems: Problems, wait: Wait | null = null) => {
    const jobs = await listOpenJobs(deps.db, page.userId);
    return sendBranchPage(reply, shown, {
      jobs,
      url: pageUrl(deps, page.code),
      from,
      filled: { form, problems, wait },
    });
  };
  if (isLanguageChange(form)) return sendAgain({});
  // A robot learns nothing from the answer.
  if (isRobot(form)) return reply.redirect(`${path}?lang=${language}`, 303);
  const read = readPerson(form, deps.settings.countryCode);
  if ('problems' in read) return sendAgain(read.problems);
  try {
    const solved = readSolved(form);
    const beginner = { page, person: read.value, ref: from, visitor: visitorOf(request, shown), solved };
    const { countryCode } = read.value;
    const token = await withinStartLimits(deps, { request, countryCode, solved }, (work) =>
      begin(deps, { ...beginner, ...work }),
    );
    return await reply.headers(PRIVATE_HEADERS).redirect(`${path}/roster/code/${token}?lang=${language}`, 303);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const wait = waitOf(deps, error, language);
    return sendAgain({ phone: wait?.reason ?? 'phoneCountry' }, wait);
  }
};

/** Checks the code and puts its owner on the roster. */
const postCode = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { page, shown, form } = await openRoster(deps, request, 'form');
  const { token } = request.params;
  const draft = await openDraft(deps, page, token);
  const visitor = visitorOf(request, shown);
  const here = `${shown.path}/roster/code/${token}`;
  const press = pressOf(form);
  const sendAgain = ({ problems, wait }: Omit<Filled, 'form'>, isSent = false) =>
    sendRosterCodePage(reply, shown, { draft, filled: { form, problems, wait }, here, isSent, press });
  const call = { page, token, visitor, solved: readSolved(form) };
  if (isLanguageChange(form)) return sendAgain({ problems: {} });
  if (press === 'resend' && !draft.isProved) {
    const refusal = await resend(deps, draft, call);
    return refusal ? sendAgain(refusedCode(refusal)) : sendAgain({ problems: {} }, true);
  }
  const read = readAnswers(form, { asksCode: !draft.isProved, asksAdult: false });
  if ('problems' in read) return sendAgain(read);
  const refusal = await prove(deps, draft, { ...call, code: read.value.code });
  if (refusal) return sendAgain(refusedCode(refusal));
  const member = await joinByDraft(deps, { page, token, language: shown.language });
  const path = `${shown.path}/roster/${memberLink(deps.codeSecret, member)}`;
  return reply.headers(PRIVATE_HEADERS).redirect(`${path}?lang=${shown.language}`, 303);
};

const sendMember = async (
  deps: Deps,
  { request, reply, page }: { request: PageRequest; reply: FastifyReply; page: StoredPage },
  isWithdrawn: boolean,
) => {
  const here = `/p/${page.code}/roster/${request.params.token}`;
  const shown: Shown = { ...(await shownOf(deps, request, page)), stop: isWithdrawn ? null : here };
  return sendMemberPage(reply, shown, { here });
};

/** Registers the forms with which somebody asks to hear of new jobs, and the page with which they stop it. */
export const registerRosterPages = (scope: FastifyInstance, deps: Deps): void => {
  const openMember = async (request: PageRequest, kind: 'read' | 'form') => {
    // Also while the page is off, so that everybody can stop the messages at any time.
    const page = await openPage(deps, request, request.params.code, kind, { evenOff: true });
    const member = await findMember(deps, { userId: page.userId, token: request.params.token });
    if (!member) throw notFound();
    return { page, member };
  };

  scope.post('/p/:code/roster', (request: PageRequest, reply) => postPerson(deps, request, reply));

  // Who reloads a refused form by its address gets the branch's page.
  scope.get('/p/:code/roster', async (request: PageRequest, reply) => {
    const { shown } = await openRoster(deps, request, 'read');
    return reply.redirect(`${shown.path}?lang=${shown.language}`, 303);
  });

  scope.get('/p/:code/roster/code/:token', async (request: PageRequest, reply) => {
    const { page, shown } = await openRoster(deps, request, 'read');
    const { token } = request.params;
    const draft = await openDraft(deps, page, token);
    const filled = { form: new URLSearchParams(), problems: {} };
    return sendRosterCodePage(reply, shown, {
      draft,
      filled,
      here: `${shown.path}/roster/code/${token}`,
      isSent: false,
      press: '',
    });
  });

  scope.post('/p/:code/roster/code/:token', (request: PageRequest, reply) => postCode(deps, request, reply));

  scope.get('/p/:code/roster/:token', async (request: PageRequest, reply) => {
    const { page, member } = await openMember(request, 'read');
    return sendMember(deps, { request, reply, page }, member.isWithdrawn);
  });

  scope.post('/p/:code/roster/:token', async (request: PageRequest, reply) => {
    requireOwnPage(request, deps);
    const { page, member } = await openMember(request, 'form');
    await inChange(deps, (change) => leave(change, deps, member));
    return sendMember(deps, { request, reply, page }, true);
  });
};
