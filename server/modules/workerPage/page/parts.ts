import { textsFrom, type Say as SayOf, markup, type Markup } from '../../../platform/pages/texts';
import type workerPageTexts from '../../../texts/workerPage.json';
import type { Language } from '../../../../contract/constants/options';
import { dayAt, nextDay } from '../../../../contract/zone';
import { dateFormat, longDate } from '../../../platform/messages';
import { zoneName } from '../../../platform/outgoing/workerSms';
import { fieldOf, formOf, hidden, type View } from './view';
import { LATE_MINUTES, WORKER_REPLY_MAX } from '../../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../../contract/constants/limits';
import { HOUR } from '../../../../contract/constants/time';
import type { PageAppointment } from '../repository';
import { answerableUntil, isAskedAgain, questionOf, type Question } from '../rules';
import { mapUrl } from '../../../platform/pages/forms';
import { placeKey } from '../../appointments';
import { meetingKey } from '../../hires';

export type TextName = keyof (typeof workerPageTexts)['en'];
export type Say = SayOf<TextName>;
export const sayIn = textsFrom<TextName>('workerPage.json');

/** How one page writes times: wall times of the marketplace in one language. */
export interface Times {
  /** Writes `Tuesday 24 November`, with "Today" or "Tomorrow" in front. */
  day(at: Date): string;
  /** Writes `24 November 2026`. */
  date(at: Date): string;
  /** Writes `14:00`. */
  time(at: Date): string;
  /** Writes `Tue 24 Nov, 14:00`. */
  moment(at: Date): string;
  /** Returns the name of the zone, such as "Türkiye time". */
  zone(at: Date): string;
}

export const createTimes = (language: Language, timeZone: string, { say, now }: { say: Say; now: Date }): Times => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(language, { ...options, timeZone, hourCycle: 'h23' });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const time = format(clock);
  const moment = format({ weekday: 'short', day: 'numeric', month: 'short', ...clock });
  const today = dayAt(now, timeZone);
  const near = (at: Date): string => {
    const on = dayAt(at, timeZone);
    if (on === today) return `${say('today')} · `;
    return on === nextDay(today) ? `${say('tomorrow')} · ` : '';
  };
  return {
    day: (at) => near(at) + day.format(at),
    date: (at) => longDate(at, { language, timeZone }),
    time: (at) => time.format(at),
    moment: (at) => moment.format(at),
    zone: (at) => zoneName(at, timeZone, language),
  };
};

/** The first day at work with its confirmation. */
export const firstDayOf = (view: View): Markup | null => {
  const { say, times, firstDay, application } = view;
  if (!firstDay || application.status === 'rejected') return null;
  const { startsAt, place, askFor, bring, confirmedAt, started } = firstDay;
  const line = (label: string, value: string | null) =>
    value &&
    markup`<dt>${label}</dt>
      <dd>${value}</dd>`;
  const confirm = markup`${hidden('confirm', 'yes')}${hidden('meeting', meetingKey(firstDay))}<button class="main">${say('confirmDay')}</button>`;
  return markup`<section id="first-day">
    <h2>${say('firstDay')}</h2>
    <dl>
      <dt>${say('when')}</dt>
      <dd class="big">
        <time datetime="${startsAt.toISOString()}">${times.day(startsAt)}<br />${times.time(startsAt)}</time>
      </dd>
      <dd class="soft">${times.zone(startsAt)}</dd>
      ${line(say('where'), place)}${line(say('askFor'), askFor)}${line(say('bring'), bring)}
    </dl>
    ${confirmedAt && markup`<p><strong>${say('confirmedDay')}</strong></p>`}
    ${!confirmedAt && started === null && formOf(view, 'first-day', confirm)}
  </section>`;
};

const withdrawOf = (view: View): Markup => {
  const { say, application, problem } = view;
  const content = markup`${hidden('confirm', 'yes')}<button>${say('withdrawButton')}</button>`;
  const names = { company: application.companyName, job: application.jobTitle };
  return markup`<details id="withdraw" ${problem?.action === 'withdraw' && markup` open`}>
    <summary>${say('withdrawSummary')}</summary>
    <div>
      <p>${say('withdrawText', names)}</p>
      ${formOf(view, 'withdraw', content)}
    </div>
  </details>`;
};

/** Returns a button for a file, which asks for digits of the phone because other people may have the link. */
const fileForm = (view: View, action: 'data' | 'file', button: string): Markup => {
  const field = fieldOf(view, {
    action,
    name: 'digits',
    label: view.say('dataDigits'),
    control: (attributes, typed) =>
      markup`<input ${attributes} value="${typed}" inputmode="numeric" autocomplete="off" required maxlength="4" />`,
  });
  return formOf(view, action, markup`${field}<button>${button}</button>`);
};

/** The worker's open requests, and the file with which the organisation answered one. */
const requestsOf = (view: View): (Markup | null)[] => {
  const { say, times, timeZone, now, application, privacy } = view;
  const company = application.companyName;
  const { dataAskedAt, dataDueAt, eraseAskedAt, eraseDueAt, fileUntil } = privacy;
  const open = (name: 'askedData' | 'askedErase', asked: Date | null, due: Date | null) =>
    asked &&
    due &&
    markup`<p class="note">
      ${say(name, { asked: times.date(asked), due: times.date(due), company })} ${dayAt(now, timeZone) > dayAt(due, timeZone) && say('askedLate', { company })}
    </p>`;
  const file =
    application.hasPhone && fileUntil
      ? markup`<h3 id="file">${say('file.title')}</h3>
          <p>${say('file.text', { company, until: times.date(fileUntil) })}</p>
          ${fileForm(view, 'file', say('file.button'))}`
      : null;
  return [file, open('askedData', dataAskedAt, dataDueAt), open('askedErase', eraseAskedAt, eraseDueAt)];
};

const dataOf = (view: View): Markup => {
  const { say, application, privacy, problem } = view;
  const company = application.companyName;
  const form = markup`<p>${say('dataText', { company })}</p>
    ${fileForm(view, 'data', say('dataButton'))}`;
  const askForm = markup`<p>${say('askDataText', { company })}</p>
      ${formOf(view, 'privacy', markup`${hidden('confirm', 'yes')}${hidden('kind', 'data')}<button>${say('askData')}</button>`)}`;
  return markup`<details id="data" ${problem?.action === 'data' && markup` open`}>
    <summary>${say('dataSummary')}</summary>
    <div>
      ${application.hasPhone ? form : markup`<p>${say('dataNone', { company })}</p>`}
      ${privacy.dataAskedAt === null && askForm}
    </div>
  </details>`;
};

const eraseOf = (view: View): Markup => {
  const { say, application, problem } = view;
  const content = markup`${hidden('confirm', 'yes')}${hidden('kind', 'erase')}<button>${say('eraseButton')}</button>`;
  return markup`<details id="privacy" ${problem?.action === 'privacy' && markup` open`}>
    <summary>${say('eraseSummary')}</summary>
    <div>
      <p>${say('eraseText', { company: application.companyName })}</p>
      ${formOf(view, 'privacy', content)}
    </div>
  </details>`;
};

/** The section about the application: withdrawal while it is open, requests, and the data. */
export const applicationOf = (view: View): Markup =>
  markup`<section>
    <h2>${view.say('yours')}</h2>
    ${requestsOf(view)}${view.application.status === 'in_progress' && withdrawOf(view)}${dataOf(view)}
    ${view.privacy.eraseAskedAt === null && eraseOf(view)}
  </section>`;

/** Returns when a waiting invitation expires. */
const expiryOf = ({ createdAt, startAt }: PageAppointment): Date =>
  new Date(Math.min(createdAt.getTime() + APPOINTMENT_EXPIRY_HOURS * HOUR, startAt.getTime()));

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

/** The hidden fields with the shown meeting, so that an answer does not count for one that was changed meanwhile. */
const shownMeeting = ({ appointment }: View): Markup | null =>
  appointment &&
  markup`${hidden('start', String(appointment.startAt.getTime()))}${hidden('place', placeKey(appointment))}`;

const cannotOf = (view: View, question: Question): Markup => {
  const { say, application } = view;
  const text = question === 'invitation' ? 'cannotWaiting' : 'cannotActive';
  const button = markup`${shownMeeting(view)}<button name="answer" value="cannot">${say('cannotYes')}</button>`;
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
    markup`${shownMeeting(view)}${hidden('answer', 'late')}
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

const yesOf = (view: View, answer: 'accept' | 'coming', isDue: boolean): Markup => {
  const main = isDue && markup`class="main" `;
  const button = markup`<button ${main}name="answer" value="${answer}">${view.say(answer)}</button>`;
  return formOf(view, 'attendance', markup`${shownMeeting(view)}${button}`);
};

/** The worker's current answer and the possible ones. */
export const answersOf = (view: View, appointment: PageAppointment): Markup | null => {
  const { say, times, now, application } = view;
  const question = questionOf(application, appointment, now);
  const { attendance, attendanceMinutes } = appointment;
  const answered = attendance && say(`answered.${attendance}`, { minutes: attendanceMinutes ?? 0 });
  const isAfterwards = question === 'afterwards';
  if (!question || (isAfterwards && !application.takesReplies)) return null;
  const isInvitation = question === 'invitation';
  const until = isInvitation
    ? say('answerWhen', { time: times.moment(expiryOf(appointment)) })
    : say('answerUntil', { time: times.moment(answerableUntil(appointment)) });
  const yes = isInvitation ? 'accept' : 'coming';
  const isDue = isInvitation || (!answered && question === 'attendance' && isAskedAgain(appointment, now));
  // Who has just accepted has said that they come: until the page asks again, only a change needs an answer.
  const isSettled = question === 'attendance' && !answered && !isDue;
  const asks = !isSettled && !isAfterwards;
  return markup`<h2 id="answers">${say(asks ? 'answersTitle' : 'changeTitle')}</h2>
    ${answered && markup`<p><strong>${answered}</strong></p>`}
    ${(isInvitation || answered) && markup`<p class="soft">${until}</p>`}
    ${asks && attendance !== yes && yesOf(view, yes, isDue)} ${!isInvitation && !isAfterwards && lateOf(view)}
    ${!isAfterwards && cannotOf(view, question)} ${application.takesReplies && otherTimeOf(view)}`;
};
