import type { FastifyReply } from 'fastify';
import { PEOPLE_PER_PHONE } from '../../../../contract/constants/publicPage';
import {
  textsFrom,
  type Say as SayOf,
  markup,
  nameOf,
  type Markup,
  type Sentence,
} from '../../../platform/pages/texts';
import type texts from '../../../texts/publicPage.json';
import { phoneText } from '../../../../contract/constants/text';
import { MARKET_CURRENCY, SMS_CODE_DIGITS } from '../../../../contract/constants/limits';
import type { Language } from '../../../../contract/constants/options';
import { shownSalary } from '../../../../contract/rules/salary';
import { dateLocale } from '../../../platform/messages';
import { toMain } from '../../../platform/money';
import { mapUrl, fieldOf } from '../../../platform/pages/forms';
import { type StoredPage, workTimesOf, type PageJob } from '../pageRepository';
import type { VisitRef } from '../pageRequest';
import type { Deps } from '../../../platform/deps';
import { FIELDS, type Field, type Problem, type Problems, formatWait, type Wait, phoneExamples } from '../forms';
import type { Draft } from '../draftRepository';
import { sendDocument, workFields, workScript } from '../../../platform/pages/document';
import { formatDialNumber } from '../../workers';

export type TextName = keyof (typeof texts)['en'];
export type Say = SayOf<TextName>;
export const publicPageTexts = textsFrom<TextName>('publicPage.json');

/** The map zoom that shows the streets around a place of work. */
const MAP_ZOOM = 16;

/** The data that every page of an account shows. */
export interface PageContext {
  language: Language;
  page: StoredPage;
  /** The path of the branch's page. */
  path: string;
  /** Whether people can ask to be told of new jobs. */
  hasRoster: boolean;
  /** Where the visit came from, which links to other pages keep. */
  from: VisitRef;
  /** The path of the form to leave the roster; null for visitors who did not come by a message to it. */
  stop: string | null;
}

/** Returns what addresses keep of a text message to the roster, so that the next page can stop them, too. */
export const rosterQuery = ({ stop }: Pick<PageContext, 'stop'>): string =>
  stop === null ? '' : `&r=${stop.slice(stop.lastIndexOf('/') + 1)}`;

/** Returns what the links to other languages keep of the address. */
export const keptQuery = (context: PageContext): string => `&from=${context.from}${rosterQuery(context)}`;

/** Returns the salary as `₺25,000–₺30,000 a month` or `From ₺25,000 a month`; null without one. */
const salaryText = ({ salaryMin, salaryMax }: PageJob, language: Language): string | null => {
  const salary = shownSalary(salaryMin, salaryMax);
  if (!salary) return null;
  const format = new Intl.NumberFormat(dateLocale(language), {
    style: 'currency',
    currency: MARKET_CURRENCY,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  const amount = salary.amounts.map((minor) => format.format(toMain(minor))).join('–');
  return publicPageTexts(language)(salary.name, { amount });
};

const workTimeText = (say: Say, job: PageJob): string =>
  workTimesOf(job)
    .map((time) => say(`workTime.${time}`))
    .join(', ');

const shiftTexts = (say: Say, { shifts }: PageJob, language: Language): string[] =>
  shifts.flatMap(({ workStartsAt, dailyTotalWorkHour }) => {
    const hours =
      dailyTotalWorkHour === null ? null : new Intl.NumberFormat(dateLocale(language)).format(dailyTotalWorkHour);
    if (workStartsAt !== null && hours !== null) return [say('shift', { start: workStartsAt, hours })];
    if (workStartsAt !== null) return [say('shiftStart', { start: workStartsAt })];
    return hours === null ? [] : [say('shiftHours', { hours })];
  });

/** Returns the facts of a job: pay, times, place. */
export const factsOf = (say: Say, job: PageJob, language: Language): Markup => {
  const row = (label: string, values: readonly (Markup | string | null)[]) => {
    const given = values.filter((value) => value !== null && value !== '');
    return given.length > 0 && markup`<dt>${label}</dt>${given.map((value) => markup`<dd>${value}</dd>`)}`;
  };
  return markup`<dl>
    ${row(say('pay'), [salaryText(job, language)])}
    ${row(say('work'), [workTimeText(say, job), ...shiftTexts(say, job, language)])}
    ${row(
      say('where'),
      job.places.map(
        (place) =>
          markup`${nameOf(place.address ?? place.name)} · <a href="${mapUrl(place, MAP_ZOOM)}" rel="noopener noreferrer">${say('map')}</a>`,
      ),
    )}
  </dl>`;
};

/** Returns the path of a job's page. A job of another branch has its page there. */
export const jobPath = ({ id, elsewhere }: PageJob, path: string): string =>
  `${elsewhere ? `/p/${elsewhere.code}` : path}/${id}`;

/** Returns the branch's name to show after the title of another branch's job; null for an own job. */
export const branchOf = ({ elsewhere }: PageJob): Markup | null =>
  elsewhere && markup` · ${nameOf(elsewhere.companyName)}`;

/** Returns what tells one job from another of the same title: working time, pay and place. */
export const shortFacts = (say: Say, job: PageJob, language: Language): Markup => {
  const [place] = job.places;
  const facts = [workTimeText(say, job), salaryText(job, language) ?? '', place ? nameOf(place.name) : ''];
  return markup`<small>${facts.filter((fact) => fact !== '').map((fact, at) => [at > 0 && ' · ', fact])}</small>`;
};

/** Returns jobs as links, each with its pay and place. */
export const jobList = (say: Say, jobs: readonly PageJob[], { language, path, from }: PageContext): Markup =>
  markup`<ul class="jobs">
    ${jobs.map(
      (job) =>
        markup`<li><a href="${jobPath(job, path)}?lang=${language}&amp;from=${from}"><strong>${job.title}${branchOf(job)}</strong>${shortFacts(say, job, language)}</a></li>`,
    )}
  </ul>`;

/** Returns the link to all jobs of the branch. */
export const allJobsLink = (say: Say, { language, page, path, from }: PageContext): Markup =>
  markup`<p><a href="${path}?lang=${language}&amp;from=${from}">${say('allJobs', { company: page.companyName })}</a></p>`;

/** The content of a form: what was typed, and its problems. */
export interface Filled {
  form: URLSearchParams;
  problems: Problems;
  /** Why the form has to wait; null for another reason. */
  wait: Wait | null;
  /** The button that the form's script sends again after solving the work. */
  press: string;
  /** The code was sent again. */
  isSent: boolean;
  /** Examples of phone numbers. */
  examples: ReturnType<typeof phoneExamples>;
}

/** Returns an empty form. */
export const emptyForm = (deps: Pick<Deps, 'settings'>): Filled => ({
  form: new URLSearchParams(),
  problems: {},
  wait: null,
  press: '',
  isSent: false,
  examples: phoneExamples(deps),
});

/** Returns the content of a draft's form for its page, without a wait that is over. */
export const filledOf = (
  deps: Pick<Deps, 'clock' | 'settings'>,
  { form, notice }: Pick<Draft, 'form' | 'notice'>,
  language: Language,
): Filled => {
  const filled = { ...emptyForm(deps), form: new URLSearchParams(form) };
  if (!notice) return filled;
  const { wait } = notice;
  if (wait && Date.parse(wait.until) <= deps.clock.now().getTime()) return filled;
  // PostgreSQL stores a notice without the order of its problems.
  const problems = Object.fromEntries(
    FIELDS.flatMap((field) => (notice.problems[field] ? [[field, notice.problems[field]]] : [])),
  );
  return { ...filled, ...notice, problems, wait: wait && formatWait(deps, wait, language) };
};

interface InputOptions {
  field: Field;
  label: TextName;
  hint?: TextName;
  isOptional?: boolean;
  /** Further attributes of this input. */
  attributes: Markup;
}

const problemText = (say: Say, problem: Problem, { wait, examples }: Pick<Filled, 'wait' | 'examples'>): string =>
  say(`error.${problem}`, {
    ...examples,
    count: String(PEOPLE_PER_PHONE),
    ...(wait && { again: say(wait.day === null ? 'again.at' : 'again.on', { day: wait.day ?? '', time: wait.time }) }),
  });

/** Returns a labelled input with its hint and, after a refusal, its error and what was typed. */
const inputOf = (
  say: Say,
  { form, problems, wait, examples }: Filled,
  { field, label, hint, isOptional = false, attributes }: InputOptions,
): Markup => {
  const problem = problems[field];
  return fieldOf({
    id: field,
    name: field,
    label: say(label),
    hint: hint && say(hint, examples),
    error: problem ? problemText(say, problem, { wait, examples }) : null,
    isFocused: Object.keys(problems)[0] === field,
    control: (tied) =>
      markup`<input ${tied} value="${form.get(field) ?? ''}" ${!isOptional && markup` required`} ${attributes} />`,
  });
};

interface ChoiceOptions {
  name: string;
  legend: TextName;
  type: 'checkbox' | 'radio';
  choices: readonly { value: string; label: string }[];
}

interface ChoiceLine {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  isGiven: boolean;
  label: string | Sentence;
  /** Further attributes of the input. */
  attributes?: Markup | false;
}

/** Returns a choice with its label. The label is one element, as the parts of a sentence would become columns. */
export const choiceOf = ({ type, name, value, isGiven, label, attributes = false }: ChoiceLine): Markup =>
  markup`<label class="choice"><input type="${type}" name="${name}" value="${value}"${isGiven && markup` checked`}${attributes} /><span>${label}</span></label>`;

/** Returns an optional group of choices. */
export const choicesOf = (say: Say, { form }: Filled, { name, legend, type, choices }: ChoiceOptions): Markup => {
  const given = form.getAll(name);
  return markup`<fieldset>
    <legend>${say(legend)}</legend>
    <div class="choices">
      ${choices.map(({ value, label }) => choiceOf({ type, name, value, isGiven: given.includes(value), label }))}
    </div>
  </fieldset>`;
};

/**
 * Returns the title of a refused form. The code of an early resend is on its way, and an old form may have been sent.
 */
export const problemTitle = (say: Say, { code, form }: Problems): string => {
  if (form === 'over') return say('error.overTitle');
  return say(code === 'resendSoon' ? 'error.soon' : 'error.title');
};

/** Returns the list of a form's problems, with links to the fields. */
export const problemsOf = (
  say: Say,
  { problems, ...filled }: Filled,
  labels: Record<Field, TextName>,
): Markup | null => {
  const wrong = Object.entries(problems) as [Field, NonNullable<Problems[Field]>][];
  if (wrong.length === 0) return null;
  const textOf = (field: Field, problem: Problem) => {
    const text = problemText(say, problem, filled);
    // A problem of the whole form has no field to name.
    return field === 'form' ? text : `${say(labels[field])}: ${text}`;
  };
  return markup`<div class="note bad" role="alert">
    <h2>${problemTitle(say, problems)}</h2>
    ${wrong.map(([field, problem]) => markup`<p><a href="#${field}">${textOf(field, problem)}</a></p>`)}
  </div>`;
};

/** Returns the link to the first form of the page `here` for a phone that has no room for another person. */
export const otherNumber = (
  say: Say,
  { problems }: Filled,
  { here, language }: { here: string; language: Language },
) => {
  const first = here.replace(/\/(apply|roster\/code)\/[^/]+$/, '');
  return problems.form === 'people' && markup`<p><a href="${first}?lang=${language}">${say('people.again')}</a></p>`;
};

/** Returns the HTTP status of a page with these problems. */
export const statusOf = (problems: Problems): number => {
  const found = Object.values(problems).filter((problem) => problem !== 'over');
  if (found.length === 0) return 200;
  return found.some(
    (problem) =>
      problem === 'codeTries' || problem === 'resendSoon' || problem === 'trap' || problem.startsWith('wait'),
  )
    ? 429
    : 400;
};

export const LABELS: Record<Field, TextName> = {
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  code: 'code',
  adult: 'adult',
  form: 'apply.title',
};

/** The id of a page's form. Its content survives a change of the language. */
export const FORM = 'form';

/** Returns whether the form's script solves the work now and sends the form again. */
export const isWorking = ({ wait }: Filled): boolean => Boolean(wait?.challenge);

/** Returns the hidden fields of a form with work, also for the button, which a script does not send, and a note. */
const workPart = (say: Say, { wait, press }: Filled): Markup | null =>
  wait?.challenge
    ? markup`${workFields(wait.challenge)}<input type="hidden" name="press" value="${press}" /><p class="note working" role="status">${say('working')}</p>`
    : null;

/** Returns the script of a form with work; it must come after the form. */
const workScriptOf = (filled: Filled): Markup | null => (isWorking(filled) ? workScript : null);

/** Returns the form that asks for name and phone. `action` is where it goes, without the language. */
export const personForm = (say: Say, filled: Filled, context: PageContext, action: string): Markup =>
  markup`<form id="${FORM}" method="post" action="${action}?lang=${context.language}${rosterQuery(context)}" novalidate>
    <input type="hidden" name="from" value="${context.from}" />
    ${inputOf(say, filled, { field: 'firstName', label: 'firstName', attributes: markup`autocomplete="given-name" maxlength="100"` })}
    ${inputOf(say, filled, { field: 'lastName', label: 'lastName', isOptional: true, attributes: markup`autocomplete="family-name" maxlength="100"` })}
    ${inputOf(say, filled, { field: 'phone', label: 'phone', hint: 'phoneHint', attributes: markup`type="tel" inputmode="tel" autocomplete="tel" maxlength="30"` })}
    <p class="robots" aria-hidden="true"><label for="website">${say('website')}</label><input id="website" name="website" tabindex="-1" autocomplete="off" /></p>
    ${workPart(say, filled)}
    <button class="main">${say('next')}</button>
    <p class="hint">${say('nextHint')}</p>
  </form>${workScriptOf(filled)}`;

const isDead = ({ problems }: Filled): boolean => problems.code === 'codeDead';

/**
 * Returns the field for the texted code. A dead code can only be replaced, so the button for a new one then comes
 * first.
 */
const codeInput = (say: Say, filled: Filled): Markup =>
  markup`${inputOf(say, filled, {
    field: 'code',
    label: 'code',
    attributes: markup`inputmode="numeric" autocomplete="one-time-code" maxlength="${SMS_CODE_DIGITS + 1}"`,
  })}${isDead(filled) && markup`<p><button class="main" name="do" value="resend">${say('code.new')}</button></p>`}`;

/** Returns the button that requests the code again. */
const resendPart = (say: Say, filled: Filled): Markup | null =>
  isDead(filled)
    ? null
    : markup`<p class="hint">${say('code.late')}</p><button name="do" value="resend" class="second">${say('code.resend')}</button>`;

export interface CodePage {
  draft: Draft;
  filled: Filled;
  /** The path of this page. */
  here: string;
}

interface CodeForm extends CodePage {
  /** The job's title beside the company's name; null for the roster. */
  job: string | null;
  /** The form's fields, without that of the code. */
  fields: Markup;
  button: Markup;
}

/** Sends a second form, which asks for the code. */
export const sendCodeForm = (
  reply: FastifyReply,
  { language, page }: PageContext,
  { draft, filled, here, job, fields, button }: CodeForm,
) => {
  const say = publicPageTexts(language);
  const isRefused = Object.keys(filled.problems).length > 0;
  const phone = phoneText(formatDialNumber(draft.phone, draft.countryCode) ?? '');
  return sendDocument(reply, statusOf(filled.problems), {
    language,
    title: isRefused ? problemTitle(say, filled.problems) : say('code.title'),
    works: isWorking(filled),
    brand: { name: page.companyName, job },
    main: markup`${filled.isSent && !isRefused && markup`<p class="note" role="status">${say('code.again')}</p>`}
      ${problemsOf(say, filled, LABELS)}${otherNumber(say, filled, { here, language })}
      <section>
        <h1>${draft.isProved ? say('code.proved') : say('code.title')}</h1>
        ${!draft.isProved && markup`<p>${say('code.text', { phone })}</p>`}
        <form id="${FORM}" method="post" action="${here}?lang=${language}" novalidate>
          ${!draft.isProved && codeInput(say, filled)}
          ${fields}
          ${workPart(say, filled)}
          ${button}
          ${!draft.isProved && resendPart(say, filled)}
        </form>${workScriptOf(filled)}
      </section>`,
    footer: { path: here, lines: [], form: { id: FORM, action: here } },
  });
};
