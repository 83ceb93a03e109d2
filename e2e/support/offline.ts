import type { Page } from '@playwright/test';
import { mainMenu } from './dashboard';

/** Waits until the service worker has kept the program and answers for this page. */
export const programKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((controlled) => navigator.serviceWorker.addEventListener('controllerchange', controlled));
  });

export const menuLink = (page: Page, name: RegExp) => mainMenu(page).first().getByRole('link', { name });
/** Says since when the page was not read from the server. */
export const offlineLine = (page: Page) => page.getByText(/^Slow or no connection\. This is from \d\d:\d\d\.$/);
