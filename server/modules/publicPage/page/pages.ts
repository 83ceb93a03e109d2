import type { FastifyReply } from 'fastify';
import {
  OFFERED_DAYS,
  OFFERED_EXPERIENCE,
  OFFERED_PARTS,
  OFFERED_STARTS,
} from '../../../../contract/constants/publicPage';
import { PRIVATE_HEADERS, sendDocument } from '../../../platform/pages/document';
import { Markup, markup } from '../../../platform/pages/texts';
import type { postingOf } from '../jobPosting';
import type { PageJob } from '../pageRepository';
import {
  choiceOf,
  choicesOf,
  problemsOf,
  problemTitle,
  statusOf,
  type Filled,
  FORM,
  isWorking,
  LABELS,
  personForm,
  allJobsLink,
  factsOf,
  jobList,
  sendCodeForm,
  type CodePage,
  type PageContext,
  publicPageTexts,
  keptQuery,
  rosterQuery,
  type Say,
  type TextName,
} from './parts';
import { rosterOffer, stopPart } from './rosterPages';

/** Makes caches revalidate a public page before each use. */
export const PUBLIC_HEADERS = {
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  // Without a language in the address, the browser's counts; and the page depends on where the visit came from.
  vary: 'accept-language, referer',
};

/** Forbids caches to store a page that can stop text messages or that shows typed text. */
const headersOf = ({ stop }: PageContext, { form }: Filled) =>
  stop === null && form.size === 0 ? PUBLIC_HEADERS : PRIVATE_HEADERS;

/** If a job requires this age or more, the page asks whether the applicant is an adult. */
const ADULT = 18;
export const asksAdult = ({ ageMin }: PageJob): boolean => ageMin !== null && ageMin >= ADULT;

const descriptionOf = (text: string): Markup =>
  markup`<meta name="description" content="${text.replace(/\s+/g, ' ').slice(0, 155)}">`;

const footerOf = (say: Say, context: PageContext, path: string) => ({
  path,
  query: keptQuery(context),
  lines: [say('footer')],
});

interface BranchListing {
  jobs: readonly PageJob[];
  url: string;
  /** The form to join the roster. */
  filled: Filled;
  /** Where the form goes, without the language. */
  action: string;
}

/** Sends the page of a branch with its open jobs; without any, it offers to join the roster. */
export const sendJobsPage = (
  reply: FastifyReply,
  context: PageContext,
  { jobs, url, filled, action }: BranchListing,
) => {
  const { language, page, path, hasRoster } = context;
  const say = publicPageTexts(language);
  const title = say('branch.title', { company: page.companyName });
  const hasJobs = jobs.length > 0;
  const intro = page.intro ?? say(hasJobs ? 'branch.intro' : 'branch.none', { company: page.companyName });
  const isRefused = Object.keys(filled.problems).length > 0;
  // Keeps the form for somebody who is filling it in when a job opens.
  const offers = hasRoster && (!hasJobs || filled.form.size > 0 || isRefused);
  const form = offers && { form: { id: FORM, action, query: rosterQuery(context) } };
  return sendDocument(
    reply,
    statusOf(filled.problems),
    {
      language,
      title: isRefused ? `${problemTitle(say, filled.problems)}: ${String(title)}` : String(title),
      works: isWorking(filled),
      brand: { name: page.companyName, job: page.address },
      head: markup`${descriptionOf(String(intro))}<link rel="canonical" href="${url}">`,
      main: markup`${problemsOf(say, filled, LABELS)}
        <section>
          <h1>${title}</h1>
          <p class="lines">${intro}</p>
          ${hasJobs ? jobList(say, jobs, context) : page.intro !== null && markup`<p>${say('branch.none')}</p>`}
        </section>
        ${offers && markup`<section id="roster">${rosterOffer(context, filled, action)}</section>`}${stopPart(context)}`,
      footer: { ...footerOf(say, context, path), ...form },
    },
    headersOf(context, filled),
  );
};

interface JobPage {
  job: PageJob;
  filled: Filled;
  /** Where the form goes, without the language. */
  action: string;
  url: string;
  posting: Awaited<ReturnType<typeof postingOf>>;
}

/** Returns the structured data for search engines as a data block, which browsers do not run. */
const dataBlock = (data: unknown): Markup =>
  new Markup(`<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`);

/** Sends the page of an open job with the first form. */
export const sendJobPage = (
  reply: FastifyReply,
  context: PageContext,
  { job, filled, action, url, posting }: JobPage,
) => {
  const { language, page, path } = context;
  const say = publicPageTexts(language);
  const here = `${path}/${job.id}`;
  const isRefused = Object.keys(filled.problems).length > 0;
  return sendDocument(
    reply,
    statusOf(filled.problems),
    {
      language,
      title: isRefused ? `${problemTitle(say, filled.problems)}: ${job.title}` : job.title,
      works: isWorking(filled),
      brand: { name: page.companyName, job: page.address },
      head: markup`${descriptionOf(job.description)}<link rel="canonical" href="${url}">${dataBlock(posting)}`,
      main: markup`${problemsOf(say, filled, LABELS)}
        <section>
          <h1>${job.title}</h1>
          ${factsOf(say, job, language)}
          <p class="lines">${job.description}</p>
        </section>
        <section id="apply">
          <h2>${say('apply.title')}</h2>
          <p>${say('apply.text', { company: page.companyName })}</p>
          ${personForm(say, filled, context, action)}
        </section>
        ${allJobsLink(say, context)}${stopPart(context)}`,
      footer: { ...footerOf(say, context, here), form: { id: FORM, action, query: rosterQuery(context) } },
    },
    headersOf(context, filled),
  );
};

const experienceLabel = (say: Say, months: number): string => say(`experience.${months}` as TextName);

/** Sends the second form, with the code and the applicant's answers. */
export const sendApplyPage = (
  reply: FastifyReply,
  context: PageContext,
  { job, ...code }: CodePage & { job: PageJob },
) => {
  const { language, page, hasRoster } = context;
  const { filled } = code;
  const say = publicPageTexts(language);
  const wrong = filled.problems.adult;
  const adult = markup`<p>
    ${wrong !== undefined && markup`<span class="wrong" id="adult-error">${say(`error.${wrong}`)}</span>`}
    ${choiceOf({
      type: 'checkbox',
      name: 'adult',
      value: 'yes',
      isGiven: filled.form.get('adult') === 'yes',
      label: say('adult'),
      attributes: markup` id="adult"${wrong !== undefined && markup` aria-invalid="true" aria-describedby="adult-error"`}`,
    })}
  </p>`;
  return sendCodeForm(reply, context, {
    ...code,
    job: job.title,
    fields: markup`${choicesOf(say, filled, { name: 'days', legend: 'days', type: 'checkbox', choices: OFFERED_DAYS.map((value) => ({ value, label: say(`days.${value}`) })) })}
          ${choicesOf(say, filled, { name: 'parts', legend: 'parts', type: 'checkbox', choices: OFFERED_PARTS.map((value) => ({ value, label: say(`parts.${value}`) })) })}
          ${choicesOf(say, filled, { name: 'start', legend: 'start', type: 'radio', choices: OFFERED_STARTS.map((value) => ({ value, label: say(`start.${value}`) })) })}
          ${choicesOf(say, filled, { name: 'experience', legend: 'experience', type: 'radio', choices: OFFERED_EXPERIENCE.map((months) => ({ value: String(months), label: experienceLabel(say, months) })) })}
          ${asksAdult(job) && adult}
          ${hasRoster && markup`<p>${choiceOf({ type: 'checkbox', name: 'roster', value: 'yes', isGiven: filled.form.get('roster') === 'yes', label: say('roster.consent', { company: page.companyName, months: page.retentionMonths }) })}</p>`}
          <p class="hint">${say('notice', { company: page.companyName, months: page.retentionMonths })}</p>`,
    button: markup`<button class="main" name="do" value="apply">${say('apply.send')}</button>`,
  });
};
