import { LATE_MINUTES, WORKER_REPLY_MAX } from '../../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../../contract/constants/limits';
import type { PageAppointment } from '../repository';
import { answerableUntil, questionOf, type Question } from '../rules';
import { mapUrl } from '../../../platform/publicPage/mapUrl';
import { markup, type Markup } from '../../../platform/publicPage/markup';
import { fieldOf, formOf, hidden, type View } from './view';

const HOUR_MS = 3_600_000;

/** Returns when a waiting invitation expires. */
const expiryOf = ({ createdAt, startAt }: PageAppointment): Date =>
  new Date(Math.min(createdAt.getTime() + APPOINTMENT_EXPIRY_HOURS * HOUR_MS, startAt.getTime()));

/** Day, time, zone and place, with a map and the file for calendars. */
export const placeOf = ({ say, times, path, language }: View, appointment: PageAppointment): Markup => {
  const { startAt, endAt, address } = appointment;
  return markup`<dl>
      <dt>${say('when')}</dt>
      <dd class="big">
        <time datetime="${startAt.toISOString()}"
          >${times.day(startAt)}<br />${times.time(startAt)}–${times.time(endAt)}</time
        >
      </dd>
      <dd class="soft">${times.zone(startAt)}</dd>
      ${
        address &&
        markup`<dt>${say('where')}</dt>
          <dd>${address}</dd>`
      }
    </dl>
    <div class="row">
      <a class="button" href="${mapUrl(appointment)}" rel="noopener noreferrer">${say('openMap')}</a>
      <a class="button" href="${path}/appointment.ics?lang=${language}">${say('addToCalendar')}</a>
    </div>`;
};

const cannotOf = (view: View, question: Question): Markup => {
  const { say, application } = view;
  const text = question === 'invitation' ? 'cannotWaiting' : 'cannotActive';
  const button = markup`<button name="answer" value="cannot">${say('cannotYes')}</button>`;
  return markup`<details>
    <summary>${say('cannot')}</summary>
    <div>
      <p>${say(text, { company: application.companyName })}</p>
      ${formOf(view, 'attendance', button)}
    </div>
  </details>`;
};

const otherTimeOf = (view: View): Markup => {
  const { say, application, problem } = view;
  const field = fieldOf(view, {
    action: 'attendance',
    name: 'text',
    label: say('otherTimeLabel'),
    hint: say('otherTimeHint', { company: application.companyName }),
    control: (attributes, typed) => markup`<textarea ${attributes} maxlength="${WORKER_REPLY_MAX}">${typed}</textarea>`,
  });
  const content = markup`${hidden('answer', 'other_time')}${field}<button>${say('otherTimeButton')}</button>`;
  const isOpen = problem?.action === 'attendance' && problem.field === 'text';
  return markup`<details${isOpen && markup` open`}><summary>${say('otherTime')}</summary>
    <div>${formOf(view, 'attendance', content)}</div></details>`;
};

const lateOf = (view: View): Markup =>
  formOf(
    view,
    'attendance',
    markup`${hidden('answer', 'late')}
      <fieldset>
        <legend>${view.say('late')}</legend>
        <div class="row">
          ${LATE_MINUTES.map(
            (minutes) =>
              markup`<button name="minutes" value="${minutes}">${view.say('lateMinutes', { minutes })}</button>`,
          )}
        </div>
      </fieldset>`,
  );

const mainAnswer = (view: View, answer: 'accept' | 'coming'): Markup =>
  formOf(view, 'attendance', markup`<button class="main" name="answer" value="${answer}">${view.say(answer)}</button>`);

/** What was answered, and the answers that are possible now. */
export const answersOf = (view: View, appointment: PageAppointment): Markup | null => {
  const { say, times, now, application } = view;
  const question = questionOf(application, appointment, now);
  const { attendance, attendanceMinutes, isRecorded } = appointment;
  const answered = attendance && say(`answered.${attendance}`, { minutes: attendanceMinutes ?? 0 });
  if (!question) return null;
  const isInvitation = question === 'invitation';
  const until = isInvitation
    ? say('answerWhen', { time: times.moment(expiryOf(appointment)) })
    : say('answerUntil', { time: times.moment(answerableUntil(appointment)) });
  const main = isInvitation ? 'accept' : 'coming';
  return markup`<h2 id="answers">${say('answersTitle')}</h2>
    ${answered && markup`<p><strong>${answered}</strong></p>`}
    ${(isInvitation || answered) && markup`<p class="soft">${until}</p>`}
    ${attendance !== main && mainAnswer(view, main)} ${!isInvitation && lateOf(view)}
    ${question !== 'afterwards' && !isRecorded && cannotOf(view, question)} ${application.takesReplies && otherTimeOf(view)}`;
};
