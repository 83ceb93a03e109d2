import type { Page } from '@playwright/test';
import { TEXTS, type Language, type TextId } from '../support/texts';

export type { TextId };

export const ROLES = ['guest', 'root', 'hr', 'branch', 'company', 'empty'] as const;
/** The name of a demo account, or guest. */
export type Role = (typeof ROLES)[number];

/** The page of a view and the texts of its language. */
export interface Scene {
  page: Page;
  /** Returns a text with these values for its simple arguments. */
  t: (id: TextId, values?: Record<string, string>) => string;
  go: (path: string) => Promise<unknown>;
}

/** One state of a screen or dialog. */
export interface View {
  name: string;
  role: Role;
  /** The paths in src/app/pages.ts that this view covers. */
  routes?: readonly string[];
  /** The file names of the components that open this dialog. */
  dialogs?: readonly string[];
  open: (scene: Scene) => Promise<unknown>;
}

/** Returns the texts of one language. */
export const textsOf =
  (language: Language): Scene['t'] =>
  (id, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), TEXTS[language][id]);

/** Matches a text with any arguments. */
export const anyOf = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+(?:, \w+)?\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

/** Opens a page with the route state that another page would have left. */
export const goWith = async ({ page, go }: Scene, path: string, state: unknown) => {
  await go('/unauthorized');
  await page.evaluate(([to, usr]) => history.replaceState({ usr, key: 'k', idx: 0 }, '', `/dashboard${to as string}`), [
    path,
    state,
  ] as const);
  await page.reload();
};

/** Presses the only button with this text. */
export const press = ({ page, t }: Scene, id: TextId) => page.getByRole('button', { name: t(id), exact: true }).click();

/** Chooses an item of the menu "⋯" of the list, or of the person on the page. */
export const chooseMore = async ({ page, t }: Scene, of: 'list' | 'person', id: TextId) => {
  const button =
    of === 'list'
      ? page.getByRole('button', { name: t('applications.more') })
      : page.getByRole('main').locator('header [aria-haspopup="menu"]');
  await button.click();
  await page.getByRole('menuitem', { name: t(id), exact: true }).click();
};
