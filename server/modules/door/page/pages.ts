import type { FastifyReply } from 'fastify';
import {
  OFFERED_DAYS,
  OFFERED_EXPERIENCE,
  OFFERED_PARTS,
  OFFERED_STARTS,
  type PageRef,
} from '../../../../contract/constants/door';
import { SMS_CODE_DIGITS } from '../../../../contract/constants/limits';
import { sendDocument } from '../../../platform/publicPage/document';
import { Markup, markup } from '../../../platform/publicPage/markup';
import { formatDialNumber } from '../../workers';
import type { Draft } from '../draftRepository';
import type { Field } from '../forms';
import type { jobPostingOf } from '../jobPosting';
import type { PageJob } from '../jobRepository';
import { choicesOf, inputOf, problemsOf, statusOf, type Filled } from './controls';
import { factsOf, jobList, type Shown } from './parts';
import { doorTexts, type Say, type TextName } from './texts';

/** Strangers and search engines may keep a public page for a minute. */
export const PUBLIC_HEADERS = { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' };

const LABELS: Record<Field, TextName> = {
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  code: 'code',
  adult: 'adult',
};

/** The youngest age from which the page asks whether the applicant is of age. */
const ADULT = 18;
export const asksAdult = ({ ageMin }: PageJob): boolean => ageMin !== null && ageMin >= ADULT;

const descriptionOf = (text: string): Markup =>
  markup`<meta name="description" content="${text.replace(/\s+/g, ' ').slice(0, 155)}">`;

const footerOf = (say: Say, path: string) => ({ path, lines: [say('footer')] });

/** The id of the form of a page, which keeps what was typed when the reader changes the language. */
const FORM = 'form';

/** Sends the page of a branch with its open jobs. */
export const sendBranchPage = (
  reply: FastifyReply,
  shown: Shown,
  { jobs, url, from }: { jobs: readonly PageJob[]; url: string; from: PageRef },
) => {
  const { language, page, path } = shown;
  const say = doorTexts(language);
  const title = say('branch.title', { company: page.companyName });
  const intro = page.intro ?? say('branch.intro', { company: page.companyName });
  return sendDocument(
    reply,
    200,
    {
      language,
      title,
      brand: { name: page.companyName, job: page.address },
      head: markup`${descriptionOf(intro)}<link rel="canonical" href="${url}">`,
      main: markup`<section>
        <h1>${title}</h1>
        <p class="lines">${intro}</p>
        ${jobs.length > 0 ? jobList(say, jobs, { ...shown, from }) : markup`<p>${say('branch.none')}</p>`}
      </section>`,
      footer: footerOf(say, path),
    },
    PUBLIC_HEADERS,
  );
};

const personForm = (say: Say, filled: Filled, { action, from }: { action: string; from: PageRef }): Markup =>
  markup`<form id="${FORM}" method="post" action="${action}" novalidate>
    <input type="hidden" name="from" value="${from}" />
    ${inputOf(say, filled, { field: 'firstName', label: 'firstName', attributes: markup`autocomplete="given-name" maxlength="100"` })}
    ${inputOf(say, filled, { field: 'lastName', label: 'lastName', attributes: markup`autocomplete="family-name" maxlength="100"` })}
    ${inputOf(say, filled, { field: 'phone', label: 'phone', hint: 'phoneHint', attributes: markup`type="tel" inputmode="tel" autocomplete="tel" maxlength="30"` })}
    <p class="robots" aria-hidden="true"><label for="website">${say('website')}</label><input id="website" name="website" tabindex="-1" autocomplete="off" /></p>
    <button class="main">${say('next')}</button>
    <p class="hint">${say('nextHint')}</p>
  </form>`;

interface JobPage {
  job: PageJob;
  filled: Filled;
  from: PageRef;
  url: string;
  posting: ReturnType<typeof jobPostingOf>;
}

/** The data for search engines: a block of data, which no browser runs. */
const dataBlock = (data: unknown): Markup =>
  new Markup(`<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`);

/** Sends the page of an open job with the first form. */
export const sendJobPage = (reply: FastifyReply, shown: Shown, { job, filled, from, url, posting }: JobPage) => {
  const { language, page, path } = shown;
  const say = doorTexts(language);
  const here = `${path}/${job.id}`;
  const isRefused = Object.keys(filled.problems).length > 0;
  return sendDocument(
    reply,
    statusOf(filled.problems),
    {
      language,
      title: isRefused ? `${say('error.title')}: ${job.title}` : job.title,
      brand: { name: page.companyName, job: page.address },
      head: markup`${descriptionOf(job.description)}<link rel="canonical" href="${url}">${dataBlock(posting)}`,
      main: markup`${problemsOf(say, filled.problems, LABELS)}
        <section>
          <h1>${job.title}</h1>
          ${factsOf(say, job, language)}
          <p class="lines">${job.description}</p>
        </section>
        <section id="apply">
          <h2>${say('apply.title')}</h2>
          <p>${say('apply.text', { company: page.companyName })}</p>
          ${personForm(say, filled, { action: `${here}/apply?lang=${language}`, from })}
        </section>
        <p><a href="${path}?lang=${language}">${say('allJobs', { company: page.companyName })}</a></p>`,
      footer: { ...footerOf(say, here), form: { id: FORM, action: `${here}/apply` } },
    },
    PUBLIC_HEADERS,
  );
};

const experienceLabel = (say: Say, months: number): string => say(`experience.${months}` as TextName);

interface ApplyPage {
  job: PageJob;
  draft: Draft;
  filled: Filled;
  /** The path of this page. */
  here: string;
  isSent: boolean;
}

/** Sends the second form: the code, and what the applicant offers. */
export const sendApplyPage = (
  reply: FastifyReply,
  { language, page }: Shown,
  { job, draft, filled, here, isSent }: ApplyPage,
) => {
  const say = doorTexts(language);
  const action = `${here}?lang=${language}`;
  const isRefused = Object.keys(filled.problems).length > 0;
  const title = isRefused ? say('error.title') : say('code.title');
  const code = inputOf(say, filled, {
    field: 'code',
    label: 'code',
    attributes: markup`inputmode="numeric" autocomplete="one-time-code" maxlength="${SMS_CODE_DIGITS + 1}"`,
  });
  const wrong = filled.problems.adult;
  const adult = markup`<p>
    ${wrong !== undefined && markup`<span class="wrong" id="adult-error">${say(`error.${wrong}`)}</span>`}
    <label class="choice" for="adult"><input type="checkbox" id="adult" name="adult" value="yes"${filled.form.get('adult') === 'yes' && markup` checked`}${wrong !== undefined && markup` aria-invalid="true" aria-describedby="adult-error"`} />${say('adult')}</label>
  </p>`;
  return sendDocument(reply, statusOf(filled.problems), {
    language,
    title,
    brand: { name: page.companyName, job: job.title },
    main: markup`${isSent && !isRefused && markup`<p class="note" role="status">${say('code.again')}</p>`}
      ${problemsOf(say, filled.problems, LABELS)}
      <section>
        <h1>${draft.isProved ? say('code.proved') : say('code.title')}</h1>
        ${!draft.isProved && markup`<p>${say('code.text', { phone: formatDialNumber(draft.phone, draft.countryCode) ?? '' })}</p>`}
        <form id="${FORM}" method="post" action="${action}" novalidate>
          ${!draft.isProved && code}
          ${choicesOf(say, filled, { name: 'days', legend: 'days', type: 'checkbox', choices: OFFERED_DAYS.map((value) => ({ value, label: say(`days.${value}`) })) })}
          ${choicesOf(say, filled, { name: 'parts', legend: 'parts', type: 'checkbox', choices: OFFERED_PARTS.map((value) => ({ value, label: say(`parts.${value}`) })) })}
          ${choicesOf(say, filled, { name: 'start', legend: 'start', type: 'radio', choices: OFFERED_STARTS.map((value) => ({ value, label: say(`start.${value}`) })) })}
          ${choicesOf(say, filled, { name: 'experience', legend: 'experience', type: 'radio', choices: OFFERED_EXPERIENCE.map((months) => ({ value: String(months), label: experienceLabel(say, months) })) })}
          ${asksAdult(job) && adult}
          <p class="hint">${say('notice', { company: page.companyName })}</p>
          <button class="main" name="do" value="apply">${say('apply.send')}</button>
          ${!draft.isProved && markup`<button name="do" value="resend" class="second">${say('code.resend')}</button>`}
        </form>
      </section>`,
    footer: { path: here, lines: [], form: { id: FORM, action: here } },
  });
};
