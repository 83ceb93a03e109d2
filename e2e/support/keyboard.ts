import { expect, type Locator, type Page } from '@playwright/test';

/** Whether it has the focus, or holds what has it. */
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

interface Way {
  /** Shift+Tab for what stands before. */
  key?: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp' | 'ArrowRight';
  /** Presses after which one would have given up. */
  most?: number;
}

/** Presses a key until the focus is there. */
export const pressTo = async (page: Page, target: Locator, { key = 'Tab', most = 60 }: Way = {}) => {
  await expect(target).toBeVisible();
  for (let press = 0; press < most; press += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
};

/** Goes to a control and presses a key on it. */
export const use = async (page: Page, target: Locator, { press = 'Enter', ...way }: Way & { press?: string } = {}) => {
  await pressTo(page, target, way);
  await page.keyboard.press(press);
};

/** Goes to a box and types. */
export const typeInto = async (page: Page, target: Locator, text: string, way?: Way) => {
  await pressTo(page, target, way);
  await page.keyboard.type(text);
};

/** Tab and Shift+Tab, as often as it takes to come round, stay within it. */
export const expectTrapped = async (page: Page, dialog: Locator, most = 25) => {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < most; press += 1) {
      await page.keyboard.press(key);
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
  }
};

/** Signs in from the page that one is on. */
export const signInByKeyboard = async (page: Page, email: string, password: string) => {
  await page.goto('/dashboard/login');
  await typeInto(page, page.getByLabel('Email', { exact: true }), email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
};
