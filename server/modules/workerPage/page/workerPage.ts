import type { FastifyReply } from 'fastify';
import { WORKER_REPLY_MAX } from '../../../../contract/constants/attendance';
import { fromWallTime } from '../../../../contract/zone';
import type { Language } from '../../../../contract/constants/options';
import { mapUrl } from '../../../platform/pages/forms';
import { markup, nameOf, type Markup } from '../../../platform/pages/texts';
import { longDate } from '../../../platform/messages';
import { sendDocument } from '../../../platform/pages/document';
import type { PageMessage, PageApplication } from '../repository';
import type { Problem } from '../forms';
import { erasedPageEnds, MESSAGES_SHOWN, stateOf } from '../rules';
import { type TextName, applicationOf, firstDayOf, answersOf, placeOf, sayIn } from './parts';
import { fieldOf, formOf, hidden, type View, problemText, problemTitle } from './view';

/** The most characters of messages on one page, which keeps it small. */
const SHOWN_CHARACTERS = 5_000;

const STATUS_TEXTS: Record<string, TextName> = {
  ACTIVE: 'messages.CONFIRMED',
  REJECTED: 'messages.REJECTED',
  CANCELLED: 'messages.CANCELLED',
  CANCELLED_OUTSIDE_24H: 'messages.CANCELLED',
  APPLICANT_CANCELLED: 'messages.APPLICANT_CANCELLED',
  EXPIRED: 'messages.EXPIRED',
  WITHDRAWN: 'messages.WITHDRAWN',
  APPOINTMENT_POSITIVE: 'messages.POSITIVE',
  OFFER_SENT: 'messages.OFFER_SENT',
  OFFER_ACCEPTED: 'messages.OFFER_ACCEPTED',
  OFFER_REJECTED: 'messages.OFFER_REJECTED',
};

/** Returns the newest messages that fit on the page, at least one. */
const fitting = <T extends Pick<PageMessage, 'body'>>(messages: readonly T[]): T[] => {
  let room = SHOWN_CHARACTERS;
  const shown = [...messages].reverse().filter(({ body }, at) => {
    room -= body?.length ?? 0;
    return at === 0 || room >= 0;
  });
  return shown.reverse();
};

const whenOf = ({ times, timeZone }: View, { startAt }: Record<string, unknown>): string => {
  const instant = typeof startAt === 'string' ? fromWallTime(startAt, timeZone) : null;
  return instant === null ? '' : times.moment(new Date(instant));
};

/** Returns the line of a message that no one typed, or null for a typed one. */
const eventText = (view: View, { type, payload }: PageMessage): string | null => {
  const { say } = view;
  if (type === 'application')
    return say('messages.application', { job: typeof payload.jobTitle === 'string' ? payload.jobTitle : '' });
  if (type === 'appointment') return say('messages.appointment', { when: whenOf(view, payload) });
  if (type !== 'appointment_status') return null;
  if (payload.previousStartAt !== undefined) {
    const before = whenOf(view, { startAt: payload.previousStartAt });
    return say('messages.MOVED', { before, when: whenOf(view, payload) });
  }
  return say(STATUS_TEXTS[String(payload.changed_status)] ?? 'messages.OTHER', { when: whenOf(view, payload) });
};

const placeLink = ({ say }: View, body: string): Markup => {
  const [latitude = NaN, longitude = NaN] = body.split(',').map(Number);
  const isPoint = Number.isFinite(latitude) && Number.isFinite(longitude);
  return isPoint
    ? markup`<a href="${mapUrl({ latitude, longitude })}" rel="noopener noreferrer">${say('messages.location')}</a>`
    : markup`${say('messages.location')}`;
};

const messageOf = (view: View, message: PageMessage): Markup => {
  const { say, times, application } = view;
  const { sender, type, body, at } = message;
  const time = markup`<time datetime="${at.toISOString()}">${times.moment(at)}</time>`;
  const event = eventText(view, message);
  if (event !== null) return markup`<li class="quiet">${event}<br /><small>${time}</small></li>`;
  const isMine = sender === 'worker';
  return markup`<li${isMine && markup` class="mine"`}><small>${isMine ? say('messages.you') : nameOf(application.companyName)} · ${time}</small>
    <p class="lines">${type === 'location' ? placeLink(view, body ?? '') : (body ?? '')}</p></li>`;
};

const replyOf = (view: View): Markup => {
  const { say, nonce } = view;
  const field = fieldOf(view, {
    action: 'message',
    name: 'text',
    label: say('messages.reply'),
    hint: say('messages.replyHint', { max: WORKER_REPLY_MAX }),
    control: (attributes, typed) =>
      markup`<textarea ${attributes} required maxlength="${WORKER_REPLY_MAX}">${typed}</textarea>`,
  });
  return formOf(view, 'message', markup`${hidden('nonce', nonce)}${field}<button>${say('messages.send')}</button>`);
};

/** The last messages with this employer and the reply. Only the employer begins a conversation. */
const conversationOf = (view: View): Markup | null => {
  const { say, messages, application, hasOlder } = view;
  if (application.threadId === null) return null;
  const shown = fitting(messages);
  const older = hasOlder || shown.length < messages.length;
  return markup`<section id="messages">
    <h2>${say('messages', { company: application.companyName })}</h2>
    ${older && markup`<p class="hint">${say('messages.older')}</p>`}
    <ol>
      ${shown.map((message) => messageOf(view, message))}
    </ol>
    ${application.takesReplies ? replyOf(view) : markup`<p>${say('messages.blocked')}</p>`}
  </section>`;
};

/** States in which the page shows when and where. */
const WITH_PLACE = new Set(['invited', 'moved', 'agreed', 'over']);

/** Returns the id of the place of a problem and the label of its field. */
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
    <h2>${problemTitle(say, problem)}</h2>
    <p>${problem.field ? markup`<a href="#${id}">${line}</a>` : line}</p>
  </div>`;
};

/** Returns the previous start of a moved interview, for the text of its state. */
const beforeOf = ({ times, appointment }: View): string =>
  appointment?.movedFrom ? times.moment(appointment.movedFrom) : '';

const mainOf = (view: View): Markup => {
  const { say, application, appointment, done, problem, now } = view;
  const state = stateOf(application, appointment, now);
  const { firstName: name, companyName: company, jobTitle: job, declineText } = application;
  const last = state === 'declined' && markup` ${declineText ?? say('state.declined.thanks')}`;
  // The text message about the file leads to this page, where the file is far below.
  const hasFile = application.hasPhone && view.privacy.fileUntil;
  const file = hasFile && !done && !problem && markup`<p class="note"><a href="#file">${say('file.title')}</a></p>`;
  return markup`${done && markup`<p class="note" role="status">${say(`done.${done}`)}</p>`}${problem && problemOf(view, problem)}${file}
    <section>
      <h1>${say(`state.${state}.title`)}</h1>
      <p>${say(`state.${state}.text`, { name, company, job, before: beforeOf(view) })}${last}</p>
      ${appointment && WITH_PLACE.has(state) && [placeOf(view, appointment), answersOf(view, appointment)]}
    </section>
    ${firstDayOf(view)}${conversationOf(view)}${applicationOf(view)}`;
};

/** Sends the page of an application. */
export const sendWorkerPage = (reply: FastifyReply, status: number, view: View) => {
  const { language, say, application, appointment, done, problem, now, path } = view;
  const state = say(`state.${stateOf(application, appointment, now)}.title`);
  // The title begins with what just happened, for people who use a screen reader.
  const titlePrefix = problem ? `${problemTitle(say, problem)}: ` : done ? `${say(`done.${done}`)} ` : '';
  return sendDocument(reply, status, {
    language,
    title: `${titlePrefix}${state}`,
    brand: { name: application.companyName, job: application.jobTitle },
    main: mainOf(view),
    footer: { path, lines: [say('footer', { count: MESSAGES_SHOWN }), say('footerEnd')] },
  });
};

/** Sends the page of an application whose worker was erased. */
export const sendErasedPage = (
  reply: FastifyReply,
  { companyName: company, jobTitle: job }: PageApplication,
  { erasedAt, language, path, timeZone }: { erasedAt: Date; language: Language; path: string; timeZone: string },
) => {
  const say = sayIn(language);
  const dateOf = (at: Date) => longDate(at, { language, timeZone });
  return sendDocument(reply, 200, {
    language,
    title: say('erased.title'),
    brand: { name: company, job },
    main: markup`<section><h1>${say('erased.title')}</h1><p>${say('erased.text', { company, date: dateOf(erasedAt) })}</p></section>`,
    footer: { path, lines: [say('erased.footer', { until: dateOf(erasedPageEnds(erasedAt)) })] },
  });
};
