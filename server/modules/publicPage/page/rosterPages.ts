import type { FastifyReply } from 'fastify';
import { sendDocument } from '../../../platform/pages/document';
import { markup, type Markup } from '../../../platform/pages/texts';
import {
  allJobsLink,
  personForm,
  publicPageTexts,
  sendCodeForm,
  type CodePage,
  type Filled,
  type PageContext,
} from './parts';

/** Returns the offer to join the roster, with its first form. */
export const rosterOffer = (context: PageContext, filled: Filled, action: string): Markup => {
  const { language, page } = context;
  const say = publicPageTexts(language);
  return markup`<h2>${say('roster.title')}</h2>
    <p>${say('roster.text', { company: page.companyName })}</p>
    ${personForm(say, filled, context, action)}`;
};

/** Sends the second form of somebody who joins the roster, with the code and the consent. */
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

/** Returns the form to leave the roster; null for readers who did not come by a message to it. */
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
