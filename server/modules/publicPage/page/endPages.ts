import type { FastifyReply } from 'fastify';
import { APPLICATION_DRAFT_MINUTES } from '../../../../contract/constants/publicPage';
import type { Language } from '../../../../contract/constants/options';
import { fullName, shortName } from '../../../../contract/constants/text';
import { sendDocument } from '../../../platform/pages/document';
import { markup, nameOf, type Markup, type Sentence } from '../../../platform/pages/texts';
import { OTHER, SAME, type Ended } from '../applyService';
import type { PageJob } from '../pageRepository';
import { PUBLIC_HEADERS } from './pages';
import {
  allJobsLink,
  jobList,
  jobPath,
  branchOf,
  type PageContext,
  FORM,
  LABELS,
  otherNumber,
  problemsOf,
  publicPageTexts,
  keptQuery,
  type Say,
  shortFacts,
  statusOf,
  type Filled,
} from './parts';
import { stopPart } from './rosterPages';

/** Keeps the page of a closed job readable but out of search engines. */
const HIDDEN_HEADERS = { ...PUBLIC_HEADERS, 'x-robots-tag': 'noindex' };

/** Returns links to other jobs; nothing when there are none. */
const othersPart = (say: Say, context: PageContext, others: readonly PageJob[]): Markup | false =>
  others.length > 0 && jobList(say, others, context);

interface Section {
  status?: number;
  title: string | Sentence;
  /** The line below the company's name. */
  job: string | null;
  body: Markup;
  /** What stands before the section. */
  before?: Markup | null;
  /** The path of a page whose language can be changed. */
  here?: string;
}

/** Sends a page of one section. */
const sendSection = (
  reply: FastifyReply,
  context: PageContext,
  { status = 200, title, job, before = null, body, here }: Section,
) =>
  sendDocument(reply, status, {
    language: context.language,
    title: String(title),
    brand: { name: context.page.companyName, job },
    main: markup`${before}<section>
        <h1>${title}</h1>
        ${body}
      </section>`,
    ...(here !== undefined && { footer: { path: here, query: keptQuery(context), lines: [] } }),
  });

/**
 * Returns the fields to move to another job, without a consent for another branch and experience in another position.
 */
const movedForm = (form: URLSearchParams, from: PageJob, to: PageJob): URLSearchParams =>
  new URLSearchParams(
    [...form].filter(
      ([name]) => (name !== 'roster' || !to.elsewhere) && (name !== 'experience' || to.positionId === from.positionId),
    ),
  );

/** Returns a form that sends the typed fields to another job. */
const moveForm = (
  say: Say,
  form: URLSearchParams,
  { action, job, language }: { action: string; job: PageJob; language: Language },
): Markup =>
  markup`<form method="post" action="${action}">
    ${[...form].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${say('closed.instead', { job: job.title })}${branchOf(job)}${shortFacts(say, job, language)}</button>
  </form>`;

interface ClosedPage {
  job: PageJob;
  others: readonly PageJob[];
  /** What was typed when the job closed, and where the form of a job's page goes; null for a plain visit. */
  typed: { form: URLSearchParams; actionOf: (jobPath: string) => string } | null;
}

/** Sends the page of a closed job. It offers other jobs of the organisation, to which the typed fields can move. */
export const sendClosedPage = (reply: FastifyReply, context: PageContext, { job, others, typed }: ClosedPage) => {
  const { language, page, path } = context;
  const say = publicPageTexts(language);
  const list = typed
    ? others.map((other) =>
        moveForm(say, movedForm(typed.form, job, other), {
          action: typed.actionOf(jobPath(other, path)),
          job: other,
          language,
        }),
      )
    : othersPart(say, context, others);
  return sendDocument(
    reply,
    410,
    {
      language,
      title: say('closed.title'),
      brand: { name: page.companyName, job: job.isPublic ? job.title : null },
      main: markup`<section>
        <h1>${say('closed.title')}</h1>
        ${job.isPublic && markup`<p>${say(typed && others.length > 0 ? 'closed.kept' : 'closed.text', { job: job.title })}</p>`}
        ${list}
      </section>${stopPart(context)}`,
      footer: { path: `${path}/${job.id}`, query: keptQuery(context), lines: [] },
    },
    typed || context.stop !== null ? undefined : HIDDEN_HEADERS,
  );
};

/** Sends the page after an application when workers have no links. */
export const sendThanks = (reply: FastifyReply, context: PageContext, job: PageJob) => {
  const say = publicPageTexts(context.language);
  const body = markup`<p>${say('thanks.text', { company: context.page.companyName })}</p>`;
  return sendSection(reply, context, { title: say('thanks.title'), job: job.title, body });
};

interface AppliedBefore extends Ended {
  job: PageJob;
  /** The day of the first application, in words. */
  on: string;
  /** The path of this page. */
  here: string;
  /** Jobs to apply for instead. */
  others: readonly PageJob[];
}

/** Sends the page for somebody who applies for the same job again. */
export const sendAppliedBefore = (
  reply: FastifyReply,
  context: PageContext,
  { job, on, here, path: own, kind, others }: AppliedBefore,
) => {
  const { language, page } = context;
  const say = publicPageTexts(language);
  const name = kind === 'withdrew' ? kind : 'before';
  return sendSection(reply, context, {
    title: say(`${name}.title`, { day: on }),
    job: job.title,
    here,
    body: markup`<p>${say('before.unsent')} ${say(`${name}.text`, { company: page.companyName })}</p>
        ${own !== null && markup`<p><a href="${own}?lang=${language}">${say('before.see')}</a></p>`}
        ${othersPart(say, context, others)}
        ${allJobsLink(say, context)}`,
  });
};

interface OffPage {
  /** Open jobs of other branches. */
  others: readonly PageJob[];
  /** The path of this page. */
  here: string;
  /** The address is that of a typed form. */
  hasDraft: boolean;
}

/** Sends the page of an account that takes no applications now: its name, and the open jobs of other branches. */
export const sendOffPage = (reply: FastifyReply, context: PageContext, { others, here, hasDraft }: OffPage) => {
  const { language, page } = context;
  const say = publicPageTexts(language);
  return sendSection(reply, context, {
    status: 404,
    title: say('off.title', { company: page.companyName }),
    job: page.address,
    here,
    body: markup`${hasDraft && markup`<p>${say('off.kept', { minutes: APPLICATION_DRAFT_MINUTES })}</p>`}
        <p>${say(others.length > 0 ? 'off.others' : 'off.text', { company: page.companyName })}</p>
        ${othersPart(say, context, others)}`,
  });
};

/** Sends the page for a job that does not exist: the jobs that do. */
export const sendNoJobPage = (
  reply: FastifyReply,
  context: PageContext,
  { others, here }: Pick<OffPage, 'others' | 'here'>,
) => {
  const say = publicPageTexts(context.language);
  return sendSection(reply, context, {
    status: 404,
    title: say('noJob.title'),
    job: context.page.address,
    here,
    body: markup`<p>${say('noJob.text')}</p>
        ${othersPart(say, context, others)}
        ${allJobsLink(say, context)}`,
  });
};

interface WhoPage {
  job: PageJob;
  /** The path of this page. */
  here: string;
  people: readonly { externalId: string; firstName: string; lastName: string }[];
  filled: Filled;
}

/** Sends the page that asks which of the people who used the phone before this is, or whether it is somebody else. */
export const sendWhoPage = (reply: FastifyReply, context: PageContext, { job, here, people, filled }: WhoPage) => {
  const { language } = context;
  const say = publicPageTexts(language);
  const isAlike = (name: string) => people.filter((one) => shortName(one) === name).length > 1;
  const known = people.map((one) => {
    const name = shortName(one);
    return { value: SAME + one.externalId, name: isAlike(name) ? fullName(one) : name };
  });
  const [first, ...others] = known;
  const isOne = first !== undefined && others.length === 0;
  return sendSection(reply, context, {
    status: statusOf(filled.problems),
    title: isOne ? say('who.title', { name: first.name }) : say('who.several'),
    job: job.title,
    here,
    before: markup`${problemsOf(say, filled, LABELS)}${otherNumber(say, filled, { here, language })}`,
    body: markup`${isOne && markup`<p>${say('who.text', { name: first.name })}</p>`}
        <form id="${FORM}" method="post" action="${here}?lang=${language}">
          ${known.map(
            ({ value, name }) =>
              markup`<button class="${isOne ? 'main' : 'second'}" name="do" value="${value}">${isOne ? say('who.same', { name }) : nameOf(name)}</button>`,
          )}
          <button name="do" value="${OTHER}" class="second">${say(isOne ? 'who.other' : 'who.another')}</button>
        </form>`,
  });
};
