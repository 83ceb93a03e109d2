import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../contract/constants/options';
import { dateLocale } from '../../../platform/dateLocale';
import type { Problem } from '../forms';
import { erasedPageEnds, MESSAGES_SHOWN, stateOf } from '../rules';
import type { PageApplication } from '../repository';
import { applicationOf, firstDayOf } from './applicationPart';
import { answersOf, placeOf } from './appointmentPart';
import { conversationOf } from './conversationPart';
import { sendDocument } from '../../../platform/publicPage/document';
import { markup, type Markup } from '../../../platform/publicPage/markup';
import { sayIn, type TextName } from './texts';
import { problemText, type View } from './view';

/** States in which the page shows when and where. */
const WITH_PLACE = new Set(['invited', 'agreed', 'over']);

/** Where a problem is, and what the field is called. */
const placeOfProblem = ({ action, field }: Problem): { id: string; label: TextName | null } => {
  if (field === 'digits') return { id: `${action}-digits`, label: 'dataDigits' };
  if (field === 'text')
    return { id: `${action}-text`, label: action === 'message' ? 'messages.reply' : 'otherTimeLabel' };
  if (action === 'withdraw') return { id: 'withdraw', label: 'withdrawSummary' };
  if (action === 'privacy') return { id: 'privacy', label: 'eraseSummary' };
  if (action === 'file') return { id: 'file', label: 'file.title' };
  if (action === 'first-day') return { id: 'first-day', label: 'firstDay' };
  return { id: 'answers', label: field === 'minutes' ? 'late' : 'answersTitle' };
};

const problemOf = ({ say }: View, problem: Problem): Markup => {
  const text = problemText(say, problem);
  const { id, label } = placeOfProblem(problem);
  const line = label && problem.field ? say('error.field', { label: say(label), problem: text }) : text;
  return markup`<div class="note bad" role="alert">
    <h2>${say('error.title')}</h2>
    <p>${problem.field ? markup`<a href="#${id}">${line}</a>` : line}</p>
  </div>`;
};

const mainOf = (view: View): Markup => {
  const { say, application, appointment, done, problem, now } = view;
  const state = stateOf(application, appointment, now);
  const { firstName: name, companyName: company, jobTitle: job } = application;
  return markup`${done && markup`<p class="note" role="status">${say(`done.${done}`)}</p>`}${problem && problemOf(view, problem)}
    <section>
      <h1>${say(`state.${state}.title`)}</h1>
      <p>${say(`state.${state}.text`, { name, company, job })}</p>
      ${appointment && WITH_PLACE.has(state) && [placeOf(view, appointment), answersOf(view, appointment)]}
    </section>
    ${firstDayOf(view)}${conversationOf(view)}${applicationOf(view)}`;
};

/** Sends the page of an application. */
export const sendWorkerPage = (reply: FastifyReply, status: number, view: View) => {
  const { language, say, application, appointment, done, problem, now, path } = view;
  const state = say(`state.${stateOf(application, appointment, now)}.title`);
  // The first words of a title say what happened, for those who listen to the page.
  const news = problem ? `${say('error.title')}: ` : done ? `${say(`done.${done}`)} ` : '';
  return sendDocument(reply, status, {
    language,
    title: `${news}${state}`,
    brand: { name: application.companyName, job: application.jobTitle },
    main: mainOf(view),
    footer: { path, lines: [say('footer', { count: MESSAGES_SHOWN }), say('footerEnd')] },
  });
};

/** Sends the page of an application whose person was erased. */
export const sendErasedPage = (
  reply: FastifyReply,
  { companyName: company, jobTitle: job }: PageApplication,
  { erasedAt, language, path, timeZone }: { erasedAt: Date; language: Language; path: string; timeZone: string },
) => {
  const say = sayIn(language);
  const format = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone });
  return sendDocument(reply, 200, {
    language,
    title: say('erased.title'),
    brand: { name: company, job },
    main: markup`<section><h1>${say('erased.title')}</h1><p>${say('erased.text', { company, date: format.format(erasedAt) })}</p></section>`,
    footer: { path, lines: [say('erased.footer', { until: format.format(erasedPageEnds(erasedAt)) })] },
  });
};
