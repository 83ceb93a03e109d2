import type { Language } from '../../../../contract/constants/options';
import type { Deps } from '../../../platform/deps';
import { fieldOf } from '../../../platform/publicPage/field';
import { markup, type Markup } from '../../../platform/publicPage/markup';
import type { Field, Problem, Problems } from '../forms';
import type { Draft } from '../draftRepository';
import { saidWait, type Wait } from '../notices';
import { phoneExamples } from '../phoneExamples';
import type { Say, TextName } from './texts';

/** A form as it is drawn: what was typed and what is wrong in it. */
export interface Filled {
  form: URLSearchParams;
  problems: Problems;
  /** Why the form has to wait; null for another reason. */
  wait: Wait | null;
  /** The button that the form's work sends again. */
  press: string;
  /** The code was sent again. */
  isSent: boolean;
  /** How numbers are written. */
  examples: ReturnType<typeof phoneExamples>;
}

/** Returns a form in which nothing is typed. */
export const emptyForm = (deps: Pick<Deps, 'settings'>): Filled => ({
  form: new URLSearchParams(),
  problems: {},
  wait: null,
  press: '',
  isSent: false,
  examples: phoneExamples(deps),
});

/** Returns a draft's form as its page draws it. A wait that is over is not said. */
export const filledOf = (
  deps: Pick<Deps, 'clock' | 'settings'>,
  { form, notice }: Pick<Draft, 'form' | 'notice'>,
  language: Language,
): Filled => {
  const filled = { ...emptyForm(deps), form: new URLSearchParams(form) };
  if (!notice) return filled;
  const { wait } = notice;
  if (wait && Date.parse(wait.until) <= deps.clock.now().getTime()) return filled;
  return { ...filled, ...notice, wait: wait && saidWait(deps, wait, language) };
};

/** Returns the button that sent a form: the pressed one, or that of a form which sent itself after its work. */
export const pressOf = (form: URLSearchParams): string => form.get('do') ?? form.get('press') ?? '';

interface InputOptions {
  field: Field;
  label: TextName;
  hint?: TextName;
  isOptional?: boolean;
  /** The attributes of this input alone. */
  attributes: Markup;
}

const problemText = (say: Say, problem: Problem, { wait, examples }: Pick<Filled, 'wait' | 'examples'>): string =>
  say(`error.${problem}`, {
    ...examples,
    ...(wait && { again: say(wait.day === null ? 'again.at' : 'again.on', { day: wait.day ?? '', time: wait.time }) }),
  });

/** Returns a labelled input with its hint and, after a refusal, its error and what was typed. */
export const inputOf = (
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

/** Returns a group of choices, none of which has to be made. */
export const choicesOf = (say: Say, { form }: Filled, { name, legend, type, choices }: ChoiceOptions): Markup => {
  const given = form.getAll(name);
  return markup`<fieldset>
    <legend>${say(legend)}</legend>
    <div class="choices">
      ${choices.map(
        ({ value, label }) =>
          markup`<label class="choice"><input type="${type}" name="${name}" value="${value}"${given.includes(value) && markup` checked`} />${label}</label>`,
      )}
    </div>
  </fieldset>`;
};

/** Returns what is wrong in a form, with links to the fields. */
export const problemsOf = (
  say: Say,
  { problems, ...filled }: Filled,
  labels: Record<Field, TextName>,
): Markup | null => {
  const wrong = Object.entries(problems) as [Field, NonNullable<Problems[Field]>][];
  if (wrong.length === 0) return null;
  return markup`<div class="note bad" role="alert">
    <h2>${say('error.title')}</h2>
    ${wrong.map(([field, problem]) => markup`<p><a href="#${field}">${say(labels[field])}: ${problemText(say, problem, filled)}</a></p>`)}
  </div>`;
};

/** Returns the status of a page with these problems. */
export const statusOf = (problems: Problems): number => {
  const found = Object.values(problems);
  if (found.length === 0) return 200;
  return found.some(
    (problem) =>
      problem === 'codeTries' || problem === 'resendSoon' || problem === 'trap' || problem.startsWith('wait'),
  )
    ? 429
    : 400;
};
