import { WORKER_REPLY_MAX } from '../../../../contract/constants/attendance';
import { fromWallTime } from '../../../../contract/zone';
import type { PageMessage } from '../repository';
import { mapUrl } from '../../../platform/publicPage/mapUrl';
import { markup, type Markup } from '../../../platform/publicPage/markup';
import type { TextName } from './texts';
import { fieldOf, formOf, hidden, type View } from './view';

/** Characters of messages on one page, so that it stays small however long the messages are. */
const SHOWN_CHARACTERS = 5_000;

const STATUS_TEXTS: Record<string, TextName> = {
  ACTIVE: 'messages.CONFIRMED',
  REJECTED: 'messages.REJECTED',
  CANCELLED: 'messages.CANCELLED',
  CANCELLED_OUTSIDE_24H: 'messages.CANCELLED',
  APPLICANT_CANCELLED: 'messages.APPLICANT_CANCELLED',
  EXPIRED: 'messages.EXPIRED',
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
  return markup`<li${isMine && markup` class="mine"`}><small>${isMine ? say('messages.you') : application.companyName} · ${time}</small>
    <p>${type === 'location' ? placeLink(view, body ?? '') : (body ?? '')}</p></li>`;
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
export const conversationOf = (view: View): Markup | null => {
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
