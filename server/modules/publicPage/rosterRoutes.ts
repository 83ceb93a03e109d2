import type { FastifyInstance, FastifyReply } from 'fastify';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { requireOwnPage } from '../../platform/pages/forms';
import { findMember, memberLink } from '../roster';
import { joinByDraft, leave } from './applyService';
import { answersFrom, beginFrom, openDraft, seeOther } from './draftService';
import { keptForm } from './forms';
import { filledOf, type PageContext } from './page/parts';
import { listOpenJobs, type StoredPage } from './pageRepository';
import { sendJobsPage } from './page/pages';
import { sendMemberPage, sendRosterCodePage } from './page/rosterPages';
import { pageUrl } from './pageService';
import { draftRefOf, openForm, openLeavePage, openPage, pageContextOf, type PageRequest } from './pageRequest';

const rosterContextOf = async (deps: Deps, request: PageRequest, page: StoredPage) => {
  const context = await pageContextOf(deps, request, page);
  if (!context.hasRoster) throw notFound();
  return context;
};

/** Handles the form with name and phone of somebody who wants messages about new jobs: sends the code. */
const postPerson = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { page, wait } = await openForm(deps, request);
  const context = await rosterContextOf(deps, request, page);
  const token = await beginFrom(deps, { request, context, isOpen: true, wait });
  return seeOther(reply, `${context.path}/roster/code/${token}`, context);
};

/** Checks the code and adds its owner to the roster. */
const postCode = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  requireOwnPage(request, deps);
  const { page, wait } = await openForm(deps, request);
  const context = await rosterContextOf(deps, request, page);
  const { token } = request.params;
  const draft = await openDraft(deps, page, token);
  const here = `${context.path}/roster/code/${token}`;
  const first = { request, context, token, isOpen: true, wait };
  if (draft.step === 'person') {
    await beginFrom(deps, first);
    return seeOther(reply, here, context);
  }
  const typed = keptForm(request.body ?? new URLSearchParams());
  if (!(await answersFrom(deps, { ...first, draft, typed, asksAdult: false }))) return seeOther(reply, here, context);
  const member = await joinByDraft(deps, { page, token, language: context.language });
  if (!member) return seeOther(reply, here, context);
  return seeOther(reply, `${context.path}/roster/${memberLink(deps.codeSecret, member)}`, context);
};

/** Sends the page of somebody who is joining the roster, at the current step. */
const sendCodePage = async (deps: Deps, request: PageRequest, reply: FastifyReply) => {
  const page = await openPage(deps, request);
  const context = await rosterContextOf(deps, request, page);
  const { token } = request.params;
  const draft = await openDraft(deps, page, token);
  const here = `${context.path}/roster/code/${token}`;
  const filled = filledOf(deps, draft, context.language);
  if (draft.step === 'code') return sendRosterCodePage(reply, context, { draft, filled, here });
  const jobs = await listOpenJobs(deps.db, page.userId);
  return sendJobsPage(
    reply,
    { ...context, from: draftRefOf(draft) },
    { jobs, url: pageUrl(deps, page.code), filled, action: here },
  );
};

const sendMember = async (
  deps: Deps,
  { request, reply, page }: { request: PageRequest; reply: FastifyReply; page: StoredPage },
  isWithdrawn: boolean,
) => {
  const here = `/p/${page.code}/roster/${request.params.token}`;
  const context: PageContext = { ...(await pageContextOf(deps, request, page)), stop: isWithdrawn ? null : here };
  return sendMemberPage(reply, context, { here });
};

/** Registers the forms to join the roster, and the page to leave it. */
export const registerRosterPages = (scope: FastifyInstance, deps: Deps): void => {
  const openMember = async (request: PageRequest, kind: 'read' | 'form') => {
    const page = await openLeavePage(deps, request, kind);
    const member = await findMember(deps, { userId: page.userId, token: request.params.token });
    if (!member) throw notFound();
    return { page, member };
  };

  scope.post('/p/:code/roster', (request: PageRequest, reply) => postPerson(deps, request, reply));

  // Somebody who reloads a refused form by its address gets the branch's page.
  scope.get('/p/:code/roster', async (request: PageRequest, reply) => {
    const context = await rosterContextOf(deps, request, await openPage(deps, request));
    return reply.redirect(`${context.path}?lang=${context.language}`, 303);
  });

  scope.get('/p/:code/roster/code/:token', (request: PageRequest, reply) => sendCodePage(deps, request, reply));

  scope.post('/p/:code/roster/code/:token', (request: PageRequest, reply) => postCode(deps, request, reply));

  scope.get('/p/:code/roster/:token', async (request: PageRequest, reply) => {
    const { page, member } = await openMember(request, 'read');
    return sendMember(deps, { request, reply, page }, member.isWithdrawn);
  });

  scope.post('/p/:code/roster/:token', async (request: PageRequest, reply) => {
    requireOwnPage(request, deps);
    const { page, member } = await openMember(request, 'form');
    await inChange(deps, (change) => leave(change, deps, member));
    const context = await pageContextOf(deps, request, page);
    return seeOther(reply, `${context.path}/roster/${request.params.token}`, context);
  });
};
