import { expect, type Locator, type Page } from '@playwright/test';

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

interface Way {
  /** Shift+Tab reaches an earlier control. */
  key?: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp' | 'ArrowRight';
  /** The number of presses after which the journey fails. */
  most?: number;
}

/** Presses a key until the target has the focus. */
export const pressTo = async (page: Page, target: Locator, { key = 'Tab', most = 60 }: Way = {}) => {
  await expect(target).toBeVisible();
  for (let press = 0; press < most; press += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
};

/** Moves to a control and presses a key on it. */
export const use = async (page: Page, target: Locator, { press = 'Enter', ...way }: Way & { press?: string } = {}) => {
  await pressTo(page, target, way);
  await page.keyboard.press(press);
};

export const typeInto = async (page: Page, target: Locator, text: string, way?: Way) => {
  await pressTo(page, target, way);
  await page.keyboard.type(text);
};

/** Expects Tab and Shift+Tab to stay within the dialog. */
export const expectTrapped = async (page: Page, dialog: Locator, most = 25) => {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < most; press += 1) {
      await page.keyboard.press(key);
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
  }
};

export const signInByKeyboard = async (page: Page, email: string, password: string) => {
  await page.goto('/dashboard/login');
  await typeInto(page, page.getByLabel('Email', { exact: true }), email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
};
