import type { FastifyReply } from 'fastify';
import { sendDocument } from '../../../platform/pages/document';
import { markup, type Markup } from '../../../platform/pages/texts';
import { formatDialNumber } from '../../workers';
import type { Draft } from '../applicantRepository';
import {
  allJobsLink,
  problemsOf,
  statusOf,
  type Filled,
  codeInput,
  FORM,
  isWorking,
  LABELS,
  personForm,
  resendPart,
  workPart,
  workScriptOf,
  type PageContext,
  publicPageTexts,
} from './parts';

/** Returns the offer to be told of new jobs, with its first form. */
export const rosterOffer = (
  { language, page }: PageContext,
  filled: Filled,
  { from, action }: Parameters<typeof personForm>[2],
): Markup => {
  const say = publicPageTexts(language);
  return markup`<h2>${say('roster.title')}</h2>
    <p>${say('roster.text', { company: page.companyName })}</p>
    ${personForm(say, filled, { action: `${action}?lang=${language}`, from })}`;
};

export interface CodePage {
  draft: Draft;
  filled: Filled;
  /** The path of this page. */
  here: string;
}

interface CodeForm extends CodePage {
  /** What the page says beside the company's name. */
  job: string | null;
  /** What the form asks for beside the code. */
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
  const phone = formatDialNumber(draft.phone, draft.countryCode) ?? '';
  return sendDocument(reply, statusOf(filled.problems), {
    language,
    title: isRefused ? say('error.title') : say('code.title'),
    works: isWorking(filled),
    brand: { name: page.companyName, job },
    main: markup`${filled.isSent && !isRefused && markup`<p class="note" role="status">${say('code.again')}</p>`}
      ${problemsOf(say, filled, LABELS)}
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

/** Sends the second form of somebody who leaves a number: the code, and what they agree to. */
export const sendRosterCodePage = (reply: FastifyReply, context: PageContext, code: CodePage) => {
  const { page, language } = context;
  const say = publicPageTexts(language);
  return sendCodeForm(reply, context, {
    ...code,
    job: page.address,
    fields: markup`<p class="hint">${say('roster.consent', { company: page.companyName, months: page.retentionMonths })}</p>`,
    button: markup`<button class="main" name="do" value="join">${say('roster.join')}</button>`,
  });
};

/** Returns the form that takes the reader off the roster; null for everybody else. */
export const stopPart = ({ language, page, stop }: PageContext): Markup | null => {
  const say = publicPageTexts(language);
  return stop === null
    ? null
    : markup`<section><p>${say('roster.why', { company: page.companyName })}</p>
        <form method="post" action="${stop}?lang=${language}"><button>${say('roster.stop')}</button></form></section>`;
};

/** Sends the page of somebody on the roster, or of somebody who left it. */
export const sendMemberPage = (reply: FastifyReply, context: PageContext, { here }: { here: string }) => {
  const { language, page, stop } = context;
  const say = publicPageTexts(language);
  const state = stop === null ? 'off' : 'on';
  const title = say(`roster.${state}.title`);
  return sendDocument(reply, 200, {
    language,
    title,
    brand: { name: page.companyName, job: page.address },
    main: markup`<section>
        <h1>${title}</h1>
        <p>${say(`roster.${state}.text`, { company: page.companyName })}</p>
        ${page.isOn && allJobsLink(say, context)}
      </section>${stopPart(context)}`,
    footer: { path: here, lines: [] },
  });
};
