import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES, type ContentName } from '../../../contract/constants/options';
import type { Content } from '../../../contract/schemas/reference';
import { fromRoot } from '../../platform/root';
import { countryByCode } from './forms';

const FOLDER = 'server/texts/contents';

/** A document has no attributes, no addresses and no scripts. */
const ALLOWED = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'br'],
  allowedAttributes: {},
};

const cache = new Map<string, Content | null>();

/**
 * Returns the language of a country's agreement, or of another document by its language code; null when it is not
 * offered.
 */
const languageOf = (name: ContentName, code: string): string | null => {
  if (name === 'service-agreement') return countryByCode(code)?.languageCode ?? null;
  return LANGUAGES.find((language) => language === code.toLowerCase()) ?? null;
};

/** Takes the title from the `<h1>` at the start of a file. */
const parse = async (text: string, lang: string): Promise<Content> => {
  // Imported with the first document, so that a server without requests for documents never loads it.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const title = /^\s*<h1>([^<]*)<\/h1>/.exec(text)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  return { title, html: sanitizeHtml(text.replace(/^\s*<h1>[^<]*<\/h1>/, ''), ALLOWED).trim(), lang };
};

/**
 * Reads the file of the country, such as `service-agreement.MX.html`, or else the file of its language, such as
 * `service-agreement.es.html`.
 */
const load = async (name: ContentName, code: string): Promise<Content | null> => {
  const language = languageOf(name, code);
  if (language === null) return null;
  const files = [code.toUpperCase(), language].map((ending) => fromRoot(FOLDER, `${name}.${ending}.html`));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? null : parse(readFileSync(file, 'utf8'), language);
};

/**
 * Returns a document by country (service agreement) or by language (the others); upper and lower case are equal.
 * Returns null for a code that is not offered. The result is cached.
 */
export const contentOf = async (name: ContentName, code: string): Promise<Content | null> => {
  const key = `${name} ${code.toUpperCase()}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const content = await load(name, code);
  cache.set(key, content);
  return content;
};
