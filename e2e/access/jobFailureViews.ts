import { expect } from '@playwright/test';
import { dialog } from '../support/dashboard';
import type { View } from './view';

/** The form of a job where no job can be created. */
export const JOB_FAILURE_VIEWS: readonly View[] = [
  {
    role: 'branch',
    name: 'form of a job that did not load',
    dialogs: ['FormConfigFailure'],
    open: async ({ page, go }) => {
      await page.route('**/api/form-input-list', (route) => route.fulfill({ status: 500, json: {} }));
      await go('/jobs/create');
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'a job without a credit',
    role: 'empty',
    dialogs: ['NoCredit'],
    open: async ({ page, go }) => {
      await go('/jobs/create');
      await expect(dialog(page)).toBeVisible();
    },
  },
];
