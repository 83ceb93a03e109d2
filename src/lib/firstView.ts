import en from '../../i18n/en.json?view';
import es from '../../i18n/es.json?view';
import tr from '../../i18n/tr.json?view';
import type { Language } from '../../contract/constants/options';
import { languageOf } from './locales';
import type { Stored } from './stored';

/** No region says any of them otherwise than its language (a test). */
const TEXTS: Record<Language, Record<string, string>> = { tr, en, es };

/** What stands at the top of a page for all who may open it: its name, and what is said below. */
const PAGES: Record<string, { title: string; lead?: string[]; isCompanys?: true }> = {
  '/jobs': { title: 'jobs.title' },
  '/applications': { title: 'applications.title' },
  '/packages': { title: 'packages.title', lead: ['packages.text', 'statement.title'], isCompanys: true },
};

/**
 * Shows a page's colours at once, and to who is signed in its name in its place, until the program has come: they stay where
 * they are when it draws the page. `address` is below the dashboard's base, with the query; `into` is index.html's `#splash`.
 */
export const drawFirstView = (address: string, { session, locale, theme }: Stored, into: HTMLElement): void => {
  if (theme !== 'system') document.documentElement.dataset.theme = theme;
  const page = PAGES[address.split('?')[0] ?? ''];
  if (!session || !page || (page.isCompanys && session.userType !== 'company')) return;
  document.documentElement.lang = locale;
  const texts = TEXTS[languageOf(locale)];
  for (const ids of [[page.title], ...(page.lead ? [page.lead] : [])]) {
    const line = document.createElement('p');
    line.textContent = ids.map((id) => texts[id]).join(' ');
    into.append(line);
  }
};
