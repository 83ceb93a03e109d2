import { expect, type Page } from '@playwright/test';
import { enterAs } from './session';

export const rows = (page: Page) => page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
export const input = (page: Page) => page.getByRole('textbox', { name: 'Message' });
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

export interface Opened {
  threadId: number;
  /** The employer’s user. */
  userId: number;
  workerId: number;
  name: string;
}

/** Opens the conversation at this index of the list and returns its ids. */
export const openThread = async (page: Page, at: number): Promise<Opened> => {
  const answered = page.waitForResponse((response) => /\/messages\/thread\/\d+\?user_id=\d+$/.test(response.url()));
  await rows(page).nth(at).click();
  const { payload } = (await (await answered).json()) as {
    payload: { thread: { id: number; userId: number; user: { id: number; firstName: string; lastName: string } } };
  };
  const { id, userId, user } = payload.thread;
  await expect(input(page)).toBeVisible();
  return { threadId: id, userId, workerId: user.id, name: `${user.firstName} ${user.lastName}` };
};

/** Opens the inbox of an account. Root and HR open the first branch’s inbox. */
export const openInbox = async (page: Page, name: string) => {
  const picks = name === 'root' || name === 'hr';
  await enterAs(page, name, picks ? '/branches-inbox' : '/inbox');
  // The first link leads to the inbox of all branches.
  if (picks) await page.getByRole('main').getByRole('listitem').nth(1).getByRole('link').click();
  await expect(rows(page).first()).toBeVisible();
};

/** Waits until the newest message is sent. In the daytime the server asks only about contact details. */
export const expectSent = (page: Page) => expect(page.getByText('Sent', { exact: true })).toBeVisible();
