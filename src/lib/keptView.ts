import { HOUR } from '../../contract/constants/time';
import type { Locale } from './locales';
import { openShelf, type Shelf } from './keptAnswers/database';
import { reader } from './keptAnswers/sealing';
import { textOf } from './firstView';
import { BASE_PATH } from './paths';
import type { Stored } from './storage';

/** An element without what could act, or a text. */
export type ViewNode = string | [tag: string, attributes: Record<string, string>, children: ViewNode[]];

/** What a page showed; another program, language or width draws nothing from it. */
export interface KeptView {
  /** The address of the program's first script, which differs in each release. */
  program: string;
  locale: Locale;
  width: number;
  nodes: ViewNode[];
}

/** Milliseconds after which a view is too old: its rows would mislead more than they help. */
const LIFE = 12 * HOUR;

/** Milliseconds after which the view goes although the page has not loaded. */
const PATIENCE = 10_000;

const PAGES = ['/today', '/jobs', '/applications', '/inbox'];
const nameOf = (path: string) => `view ${path}`;
export const VIEW_NAMES: readonly string[] = PAGES.map(nameOf);

/** What the address of a page without any choice may say. */
const DEFAULTS = [
  ['page', '1'],
  ['activeTab', 'all'],
];

/**
 * Returns the name under which the view of an address below the dashboard's base is kept; null for a page or a query of
 * which none is.
 */
export const viewNameOf = (address: string): string | null => {
  const [path = '', search] = address.split('?');
  const query = new URLSearchParams(search);
  for (const [name = '', value] of DEFAULTS) if (query.get(name) === value) query.delete(name);
  return PAGES.includes(path) && String(query) === '' ? nameOf(path) : null;
};

/** Returns the address of the running program's main script. */
export const programOf = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[src*="/main."]')?.src ?? '';

/** True while the open page shows a skeleton. */
export const isPageLoading = (): boolean => document.querySelector('#root [aria-busy="true"]') !== null;

const hasPage = (): boolean => document.querySelector('#root main h1') !== null && !isPageLoading();

/** Resolves once the page has loaded, the address is another page's, or it takes too long. */
const pageShown = (isSamePage: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      watcher.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const watcher = new MutationObserver(() => (hasPage() || !isSamePage()) && end());
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
    const timer = setTimeout(end, PATIENCE);
  });

const SVG = 'http://www.w3.org/2000/svg';

const draw = (nodes: readonly ViewNode[], into: Element): void => {
  for (const node of nodes) {
    if (typeof node === 'string') {
      into.append(node);
      continue;
    }
    const [tag, attributes, children] = node;
    const namespace = tag === 'svg' ? SVG : into.namespaceURI;
    const element = document.createElementNS(namespace, tag) as HTMLElement | SVGElement;
    for (const [name, value] of Object.entries(attributes)) {
      // The page's policy forbids style attributes.
      if (name === 'style') element.style.cssText = value;
      else element.setAttribute(name, value);
    }
    draw(children, element);
    into.append(element);
  }
};

interface Visit {
  stored: Stored;
  /** The page's path and query below the dashboard's base. */
  address: string;
  /** Of the marketplace. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Returns the path and query of the open page below the dashboard's base. */
export const openAddress = (): string => `${location.pathname.slice(BASE_PATH.length)}${location.search}`;

/**
 * Draws what this address showed this user the last time, encrypted on this device, until the page has loaded
 * (docs/decisions/0053-kept-views.md). It is inert: nothing in it can be pressed.
 */
export const drawKeptView = async (
  { stored: { session, locale, waits }, address, timeZone, now }: Visit,
  open: () => Promise<Shelf> = () => openShelf({ creates: false }),
): Promise<void> => {
  const into = document.getElementById('kept-view');
  const name = viewNameOf(address);
  // A waiting decision would seem undone.
  if (!session || waits || !into || name === null) return;
  const begun = openAddress();
  const shelf = await open();
  try {
    const keys = await shelf.keys();
    if (keys?.owner !== session.userId) return;
    const entry = await reader<KeptView>(shelf, keys).read(name, now);
    if (!entry || now - entry.at > LIFE) return;
    const { program, locale: shown, width, nodes } = entry.content;
    if (program !== programOf(document) || shown !== locale || width !== innerWidth) return;
    // The first address may redirect to the page.
    const isSamePage = () => openAddress() === begun || viewNameOf(openAddress()) === name;
    if (hasPage() || !isSamePage()) return;
    draw(nodes, into);
    const note = document.createElement('p');
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    note.textContent = `${textOf('ui.lastUpdated', locale)} ${new Intl.DateTimeFormat(locale, clock).format(entry.at)}`;
    into.append(note);
    void pageShown(isSamePage).then(() => into.replaceChildren());
  } finally {
    shelf.close();
  }
};
