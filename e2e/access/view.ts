import type { Page } from '@playwright/test';
import en from '../../i18n/en.json' with { type: 'json' };
import es from '../../i18n/es.json' with { type: 'json' };
import tr from '../../i18n/tr.json' with { type: 'json' };

export const TEXTS = { en, tr, es };
export type Language = keyof typeof TEXTS;
export type TextId = keyof typeof en;

export const ROLES = ['guest', 'root', 'hr', 'branch', 'company', 'empty'] as const;
/** A demo account by its name, or nobody. */
export type Role = (typeof ROLES)[number];

/** What a view is opened with: the page, and the texts of the language that the page speaks. */
export interface Scene {
  page: Page;
  /** A text; values stand for its simple arguments. */
  t: (id: TextId, values?: Record<string, string>) => string;
  /** Goes to a page of the dashboard. */
  go: (path: string) => Promise<unknown>;
}

/** One screen or dialog in one state. */
export interface View {
  name: string;
  role: Role;
  /** Paths of src/app/pages.ts that it shows. */
  routes?: readonly string[];
  /** Components that hold the dialog that it opens, by the names of their files. */
  dialogs?: readonly string[];
  open: (scene: Scene) => Promise<unknown>;
}

/** Texts of one language. */
export const textsOf =
  (language: Language): Scene['t'] =>
  (id, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), TEXTS[language][id]);

/** A text whose arguments may be anything. */
export const anyOf = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

/** Goes to a page with what another page would have left in the route's state. */
export const goWith = async ({ page, go }: Scene, path: string, state: unknown) => {
  await go('/unauthorized');
  await page.evaluate(([to, usr]) => history.replaceState({ usr, key: 'k', idx: 0 }, '', `/dashboard${to as string}`), [
    path,
    state,
  ] as const);
  await page.reload();
};
