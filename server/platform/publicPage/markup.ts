import { escapeHtml } from '../escapeHtml';

/** Text that is markup already; everything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | false | readonly Value[];

const escaped = (value: Value): string => {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(escaped).join('');
  return escapeHtml(String(value));
};

/** Drops the indentation of the code, which would be a third of the page. */
const dense = (part: string): string => part.replace(/\s*\n\s*/g, '\n');

/**
 * Builds markup. It escapes every value that is not markup itself, so values may stand in texts and quoted attributes.
 * (Prettier would reformat a tag named `html` and add blanks that the page shows.)
 */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, at) => (at === 0 ? '' : escaped(values[at - 1] ?? null)) + dense(part)).join(''));
