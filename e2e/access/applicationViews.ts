import { expect } from '@playwright/test';
import { cards, dialog } from '../support/dashboard';
import { chooseMore, press, type Scene, type View } from './view';

const openList = async ({ page, go }: Scene, query = 'page=1&activeTab=all') => {
  await go(`/applications?${query}`);
  await expect(cards(page).first()).toBeVisible();
};

const openDetail = async ({ page, go }: Scene, query = '') => {
  await go(`/jobs/detail/0?page=1&activeTab=all${query}`);
  await expect(cards(page).first()).toBeVisible();
};

const openMail = async (scene: Scene) => {
  await openDetail(scene);
  await chooseMore(scene, 'list', 'exports.excel.mail');
  await dialog(scene.page).getByLabel(scene.t('exports.email')).fill('');
  await dialog(scene.page)
    .getByRole('button', { name: scene.t('exports.send') })
    .click();
  await expect(scene.page.locator('[aria-invalid="true"]')).toBeVisible();
};

/** Returns the path of the first applicant in the list that `query` filters. */
export const pathOfApplicant = async (scene: Scene, query?: string): Promise<string> => {
  await openDetail(scene, query);
  const href = (await cards(scene.page).first().getByRole('link').first().getAttribute('href')) ?? '';
  return /\/jobs\/detail\/\d+\/\d+/.exec(href)![0];
};

export const openApplicant = async (scene: Scene, part = '', query?: string) => {
  await scene.go(`${await pathOfApplicant(scene, query)}${part}`);
  await expect(scene.page.getByRole('tablist', { name: scene.t('applicant.tabs.label') })).toBeVisible();
};

const root = { role: 'root' } as const;
const branch = { role: 'branch' } as const;

/** Views of applications, applicants with their tabs, and their dialogs. */
export const APPLICATION_VIEWS: readonly View[] = [
  { ...root, name: 'applications', routes: ['/applications'], open: openList },
  {
    ...root,
    name: 'applications with filters',
    open: (scene) => openList(scene, 'page=1&activeTab=all&gender=male&ageMin=20&q=a'),
  },
  {
    ...root,
    name: 'applications without a match',
    open: async ({ page, go }) => {
      await go('/applications?page=1&activeTab=all&q=qqqqqq');
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
  { ...root, name: 'applications in a stage', open: (scene) => openList(scene, 'page=1&activeTab=all&stage=invited') },
  { ...root, name: 'shortlist', open: (scene) => openList(scene, 'page=1&activeTab=shortListed') },
  {
    ...root,
    name: 'appointments',
    open: async ({ page, go }) => {
      await go('/applications?page=1&activeTab=appointment');
      await expect(page.getByText(/^\d\d:\d\d$/).first()).toBeVisible();
      const folds = page.locator('[aria-expanded="false"][aria-controls]').filter({ hasText: /\d/ });
      await folds.first().click();
    },
  },
  {
    ...root,
    name: 'applications that did not load',
    open: async ({ page, go }) => {
      // A read without a response would show kept answers of the device.
      await page.route('**/api/search/application/all?*', (route) => route.fulfill({ status: 500, json: {} }));
      await go('/applications?page=1&activeTab=all');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    ...root,
    name: 'filters',
    dialogs: ['FilterModal'],
    open: async (scene) => {
      await openList(scene);
      await scene.page.getByRole('button', { name: scene.t('applications.filter.open'), exact: true }).click();
      await expect(dialog(scene.page).getByRole('slider').first()).toBeVisible();
    },
  },
  {
    ...root,
    name: 'off the shortlist',
    dialogs: ['useShortlistToggle'],
    open: async (scene) => {
      await openList(scene, 'page=1&activeTab=shortListed');
      await scene.page.locator('article button[aria-pressed="true"]').first().click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  { ...branch, name: 'a job’s applications beside nobody', routes: ['/jobs/detail/:jobId'], open: openDetail },
  {
    ...branch,
    name: 'the menu of a list',
    dialogs: ['ItemsMenu'],
    open: async (scene) => {
      await openDetail(scene);
      await scene.page.getByRole('button', { name: scene.t('applications.more') }).click();
      await expect(scene.page.getByRole('menu')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'workbook of applications',
    dialogs: ['WorkbookDialog'],
    open: async (scene) => {
      const { page, t } = scene;
      await openDetail(scene);
      await chooseMore(scene, 'list', 'exports.excel.download');
      const fields = dialog(page);
      await fields.getByLabel(t('exports.excel.byDate')).check();
      await expect(fields.getByLabel(t('exports.excel.day'), { exact: true })).toBeEnabled();
    },
  },
  {
    ...root,
    name: 'workbook in the making',
    open: async (scene) => {
      await scene.page.route(/\/job\/application\/export\/[0-9a-f]{32}$/, (route) =>
        route.fulfill({ json: { ok: true, payload: { state: 'running', done: 500, total: 5000 } } }),
      );
      await openDetail(scene);
      await chooseMore(scene, 'list', 'exports.excel.download');
      await dialog(scene.page)
        .getByRole('button', { name: scene.t('exports.excel.download') })
        .click();
      await expect(scene.page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '500');
    },
  },
  { ...branch, name: 'workbook by mail', dialogs: ['ExcelMailDialog'], open: openMail },
  {
    ...branch,
    name: 'applicant',
    routes: ['/jobs/detail/:jobId/:applicationId'],
    open: (scene) => openApplicant(scene),
  },
  {
    ...branch,
    name: 'messages of an applicant',
    routes: ['/jobs/detail/:jobId/:applicationId/messages'],
    open: (scene) => openApplicant(scene, '/messages'),
  },
  {
    ...branch,
    name: 'appointment of an applicant',
    routes: ['/jobs/detail/:jobId/:applicationId/appointment'],
    open: (scene) => openApplicant(scene, '/appointment'),
  },
  {
    ...branch,
    name: 'feedback on an applicant',
    routes: ['/jobs/detail/:jobId/:applicationId/feedback'],
    open: (scene) => openApplicant(scene, '/feedback'),
  },
  {
    ...branch,
    name: 'keys',
    dialogs: ['KeysDialog'],
    open: async (scene) => {
      await openApplicant(scene);
      // The list of keys loads after the page.
      await expect(async () => {
        await scene.page.keyboard.press('?');
        await expect(dialog(scene.page)).toBeVisible({ timeout: 1000 });
      }).toPass();
    },
  },
  {
    ...branch,
    name: 'CV by mail',
    dialogs: ['CvMailDialog'],
    open: async (scene) => {
      await openApplicant(scene);
      await scene.page.getByRole('button', { name: scene.t('exports.cv.mail') }).click();
      await dialog(scene.page)
        .getByRole('button', { name: scene.t('exports.send') })
        .click();
      await expect(scene.page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'an appointment that is cancelled',
    dialogs: ['CancelDialog'],
    open: async (scene) => {
      await openApplicant(scene, '/appointment', '&stage=invited');
      await press(scene, 'appointment.cancel.open');
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'form of workers that did not load',
    dialogs: ['FormConfigFailure'],
    open: async (scene) => {
      const path = await pathOfApplicant(scene);
      await scene.page.route('**/api/form-input-list', (route) => route.fulfill({ status: 500, json: {} }));
      await scene.go(path);
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
];
