import type { Language } from '../../../../contract/constants/options';
import type { PageApplication, PageAppointment, PageFirstDay, PageMessage, PagePrivacy } from '../repository';
import type { Done, Problem } from '../forms';
import type { Say, TextName, Times } from './parts';
import { fieldOf as labelledField } from '../../../platform/pages/forms';
import { markup, type Markup, type Sentence } from '../../../platform/pages/texts';

/** Everything that one page shows. */
export interface View {
  language: Language;
  say: Say;
  times: Times;
  timeZone: string;
  now: Date;
  /** The address of the page without its query. */
  path: string;
  /** A random text that makes a repeated reply the same message. */
  nonce: string;
  application: PageApplication;
  privacy: PagePrivacy;
  appointment: PageAppointment | null;
  firstDay: PageFirstDay | null;
  messages: readonly PageMessage[];
  /** Whether the conversation has older messages. */
  hasOlder: boolean;
  /** The outcome of the form that was just sent. */
  done: Done | null;
  problem: Problem | null;
}

/** Returns a form of the page, whose response has the page's language. */
export const formOf = ({ path, language }: View, action: string, content: Markup | readonly Markup[]): Markup =>
  markup`<form method="post" action="${path}/${action}?lang=${language}">${content}</form>`;

export const hidden = (name: string, value: string): Markup =>
  markup`<input type="hidden" name="${name}" value="${value}" />`;

interface FieldOptions {
  action: string;
  name: 'text' | 'digits';
  label: string;
  hint?: string | Sentence;
  control: (attributes: Markup, typed: string) => Markup;
}

/** Returns the sentence about a problem. */
export const problemText = (say: Say, { key, values }: Problem): string => say(`error.${key}` as TextName, values);

/** Returns the title of the note about a problem, with which the page's title begins too. */
export const problemTitle = (say: Say, { key }: Problem): string =>
  say(key === 'digits' ? 'error.digitsTitle' : 'error.title');

/** Returns a labelled field of one of the page's forms and, after a refusal, its error and what was typed. */
export const fieldOf = ({ say, problem }: View, { action, name, control, ...field }: FieldOptions): Markup => {
  const ownProblem = problem?.action === action && problem.field === name ? problem : null;
  return labelledField({
    ...field,
    id: `${action}-${name}`,
    name,
    error: ownProblem && problemText(say, ownProblem),
    isFocused: ownProblem !== null,
    control: (attributes) => control(attributes, ownProblem?.typed ?? ''),
  });
};
