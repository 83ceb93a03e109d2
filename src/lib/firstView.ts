import en from '../../i18n/en.json?view';
import es from '../../i18n/es.json?view';
import tr from '../../i18n/tr.json?view';
import type { Language } from '../../contract/constants/options';
import type { MessageId } from './intl';
import { languageOf, type Locale } from './locales';
import type { Stored } from './storage';

/** A test ensures that no regional file overrides any of them. */
const TEXTS: Record<Language, Record<string, string>> = { tr, en, es };

/** Returns a text that the first paint shows, which needs no values. */
export const textOf = (id: MessageId, locale: Locale): string => TEXTS[languageOf(locale)][id] ?? '';

/** The part of a page that appears before the program has loaded: its title, and the line below. */
export interface FirstView {
  title: MessageId;
  lead?: readonly MessageId[];
}

interface ViewedPage {
  path: string;
  access: { types?: readonly string[] };
  view?: FirstView;
}

/**
 * For a signed-in user, writes the page's title where the page will show it.
 * `address` is below the dashboard's base, with the query; `into` is index.html's `#splash`.
 */
export const drawFirstView = (
  pages: readonly ViewedPage[],
  address: string,
  { session, locale }: Stored,
  into: HTMLElement,
): void => {
  const page = pages.find(({ path }) => path === address.split('?')[0]);
  if (!session || !page?.view || page.access.types?.includes(session.userType) === false) return;
  document.documentElement.lang = locale;
  const { title, lead } = page.view;
  for (const ids of [[title], ...(lead ? [lead] : [])]) {
    const line = document.createElement('p');
    line.textContent = ids.map((id) => textOf(id, locale)).join(' ');
    into.append(line);
  }
};
