import type { FastifyReply } from 'fastify';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { KEEP_SOURCE, keepScript } from './keepScript';
import { markup, Markup } from './markup';
import { STYLE, STYLE_SOURCE } from './style';
import { publicTexts } from './texts';
import { SCRIPT_SOURCE } from './workScript';

/** Nothing runs, loads or frames; the page's own forms are all that leaves it. */
const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of a page for one person: no store, crawler or other site learns the address. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

const NAMES: Record<Language, string> = { tr: 'Türkçe', en: 'English', es: 'Español' };

interface Document {
  language: Language;
  title: string;
  /** The company, and the job if there is one, on top of the page. */
  brand?: { name: string; job: string | null };
  /** What else the head holds, such as the description for search engines. */
  head?: Markup;
  main: Markup;
  /** The page has the script that solves a proof of work. */
  works?: boolean;
  /** The address of the page, for the links to other languages, and what the footer says. */
  footer?: Footer;
}

interface Footer {
  path: string;
  lines: readonly string[];
  /** The form to keep when the language changes or the page reloads, and its path. Without one, languages are links. */
  form?: { id: string; action: string };
}

/** The value of `do` with which a form asks for another language. */
const LANGUAGE_CHANGE = 'language';

/** Returns whether a form only asks to be shown in another language. */
export const isLanguageChange = (form: URLSearchParams): boolean => form.get('do') === LANGUAGE_CHANGE;

const languageLink = (path: string, language: Language, isCurrent: boolean): Markup => {
  const current = isCurrent && markup` aria-current="true"`;
  return markup`<a href="${path}?lang=${language}" lang="${language}" hreflang="${language}"${current}>${NAMES[language]}</a>`;
};

const languageButton = (
  { id, action }: NonNullable<Footer['form']>,
  language: Language,
  isCurrent: boolean,
): Markup => {
  const current = isCurrent && markup` aria-current="true"`;
  return markup`<button class="link" form="${id}" formaction="${action}?lang=${language}" name="do" value="${LANGUAGE_CHANGE}" lang="${language}"${current}>${NAMES[language]}</button>`;
};

const languageLinks = ({ path, form }: Footer, current: Language): Markup =>
  markup`<nav aria-label="${publicTexts(current)('language')}">
    ${LANGUAGES.map((language) => {
      const isCurrent = language === current;
      return form ? languageButton(form, language, isCurrent) : languageLink(path, language, isCurrent);
    })}
  </nav>`;

const headerOf = ({ name, job }: NonNullable<Document['brand']>, language: Language): Markup => {
  const [initial = ''] = name.trim();
  return markup`<header>
    <span class="mark" aria-hidden="true">${initial.toLocaleUpperCase(language)}</span>
    <p><span translate="no" dir="auto">${name}</span>${job !== null && markup`<small>${job}</small>`}</p>
  </header>`;
};

const footerOf = (footer: Footer, language: Language): Markup =>
  markup`${footer.lines.map((line) => markup`<p>${line}</p>`)}${languageLinks(footer, language)}`;

const documentOf = ({ language, title, brand, head, main, footer }: Document): Markup => {
  const product = publicTexts(language)('product');
  return markup`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${title} · ${brand?.name ?? product}</title><link rel="icon" href="data:,">${head ?? null}
<style>${new Markup(STYLE)}</style></head>
<body>${brand ? headerOf(brand, language) : null}
<main>${main}</main>
<footer>${footer ? footerOf(footer, language) : null}<p>${product}</p></footer>${footer?.form ? keepScript : null}</body></html>`;
};

/** Search engines' tools read /robots.txt under the policy of the page that they look at. Nothing else connects. */
const FOUND = "connect-src 'self'";

const policyOf = ({ works, footer }: Document, headers: Record<string, string>): string => {
  const scripts = [works && SCRIPT_SOURCE, footer?.form && KEEP_SOURCE].filter(Boolean);
  return [
    POLICY,
    ...(headers['x-robots-tag'] === undefined ? [FOUND] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
  ].join('; ');
};

/**
 * Sends a page that nobody may frame. Its only scripts keep a form and solve a proof of work. By default it is for one person
 * alone.
 */
export const sendDocument = (
  reply: FastifyReply,
  status: number,
  document: Document,
  headers: Record<string, string> = PRIVATE_HEADERS,
) =>
  reply
    .code(status)
    .headers({
      ...headers,
      'content-security-policy': policyOf(document, headers),
      'content-language': document.language,
    })
    .type('text/html; charset=utf-8')
    .send(documentOf(document).text);
