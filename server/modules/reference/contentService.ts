import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES, type ContentName } from '../../../contract/constants/options';
import type { Content } from '../../../contract/schemas/reference';
import { fromRoot } from '../../platform/root';
import { countryByCode } from './countries';

const FOLDER = 'server/texts/contents';

/** What a document may be made of: no attributes, no addresses, nothing that runs. */
const ALLOWED = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'br'],
  allowedAttributes: {},
};

const cache = new Map<string, Content | null>();

/** The language that a country's agreement is in: its own where there is such a text, else English. */
const languageOf = (name: ContentName, code: string): string | null => {
  if (name === 'service-agreement') return countryByCode(code)?.languageCode ?? null;
  return LANGUAGES.find((language) => language === code.toLowerCase()) ?? null;
};

/** A file begins with its title as a heading of the first rank. */
const parse = async (text: string): Promise<Content> => {
  // Loaded with the first document: a server that shows none does without it.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const title = /^\s*<h1>([^<]*)<\/h1>/.exec(text)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  return { title, html: sanitizeHtml(text.replace(/^\s*<h1>[^<]*<\/h1>/, ''), ALLOWED).trim() };
};

/** The file of a country goes before that of its language: `service-agreement.MX.html`, `service-agreement.es.html`. */
const load = async (name: ContentName, code: string): Promise<Content | null> => {
  const language = languageOf(name, code);
  if (language === null) return null;
  const files = [code.toUpperCase(), language].map((ending) => fromRoot(FOLDER, `${name}.${ending}.html`));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? null : parse(readFileSync(file, 'utf8'));
};

/**
 * A document by country (service agreement) or language (the others), in either case of the code; null for a code that
 * is not offered. Read once, then kept.
 */
export const contentOf = async (name: ContentName, code: string): Promise<Content | null> => {
  const key = `${name} ${code.toUpperCase()}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const content = await load(name, code);
  cache.set(key, content);
  return content;
};
