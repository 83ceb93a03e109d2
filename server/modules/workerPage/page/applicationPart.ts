import { markup, type Markup } from '../../../platform/publicPage/markup';
import { fieldOf, formOf, hidden, type View } from './view';

/** The first day at work with its confirmation. */
export const firstDayOf = (view: View): Markup | null => {
  const { say, times, firstDay, application } = view;
  if (!firstDay || application.status === 'rejected') return null;
  const { startsAt, place, askFor, bring, confirmedAt, started } = firstDay;
  const line = (label: string, value: string | null) =>
    value &&
    markup`<dt>${label}</dt>
      <dd>${value}</dd>`;
  const confirm = markup`${hidden('confirm', 'yes')}<button class="main">${say('confirmDay')}</button>`;
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

/** A button for a file that is kept from whoever only has the link. */
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

/** What the worker asked for and has not got, and the file that the organisation answered with. */
const requestsOf = (view: View): (Markup | null)[] => {
  const { say, times, now, application, privacy } = view;
  const company = application.companyName;
  const { dataAskedAt, dataDueAt, eraseAskedAt, eraseDueAt, fileUntil } = privacy;
  const open = (name: 'askedData' | 'askedErase', asked: Date | null, due: Date | null) =>
    asked &&
    due &&
    markup`<p class="note">
      ${say(name, { asked: times.date(asked), due: times.date(due), company })} ${now > due && say('askedLate', { company })}
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
  const ask = markup`<p>${say('askDataText', { company })}</p>
      ${formOf(view, 'privacy', markup`${hidden('confirm', 'yes')}${hidden('kind', 'data')}<button>${say('askData')}</button>`)}`;
  return markup`<details id="data" ${problem?.action === 'data' && markup` open`}>
    <summary>${say('dataSummary')}</summary>
    <div>
      ${application.hasPhone ? form : markup`<p>${say('dataNone', { company })}</p>`}
      ${privacy.dataAskedAt === null && ask}
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

/** Withdrawing, while the application is open, what was asked for, and the data behind it. */
export const applicationOf = (view: View): Markup =>
  markup`<section>
    <h2>${view.say('yours')}</h2>
    ${requestsOf(view)}${view.application.status === 'in_progress' && withdrawOf(view)}${dataOf(view)}
    ${view.privacy.eraseAskedAt === null && eraseOf(view)}
  </section>`;
