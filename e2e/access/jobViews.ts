import { expect, type Route } from '@playwright/test';
import { dialog } from '../support/dashboard';
import sharp from 'sharp';
import { anyOf, type Scene, type View } from './view';

const button = ({ page, t }: Scene, id: Parameters<Scene['t']>[0]) =>
  page.getByRole('button', { name: t(id), exact: true });

const answerEmpty = (route: Route) => route.fulfill({ json: { ok: true, payload: [] } });

/** Creates a picture to crop. */
export const aPicture = async (width = 1400) => {
  const size = { width, height: 900, channels: 3, background: '#336699' } as const;
  const buffer = await sharp({ create: size }).png().toBuffer();
  return { name: 'picture.png', mimeType: 'image/png', buffer };
};

const openJobs = async ({ page, go }: Scene) => {
  await go('/jobs');
  await expect(page.locator('a[href*="/applications?jobId="]').first()).toBeVisible();
};

const openForm = async (scene: Scene) => {
  await scene.go('/jobs/create');
  await expect(button(scene, 'jobForm.publish')).toBeVisible();
};

/** Opens the form of an active job; only active jobs ask for a reason when they are closed. */
const openEdit = async (scene: Scene) => {
  const { page, t } = scene;
  await openJobs(scene);
  const active = page.getByRole('row').filter({ has: page.getByText(t('jobs.status.active'), { exact: true }) });
  await active.first().locator('a[href*="/jobs/edit/"]').first().click();
  await expect(page.getByLabel(t('jobForm.title'), { exact: true })).not.toHaveValue('');
};

const isAnswered = { page: /\/api\/job\/\d+$/ };

/** Saves the job and answers with this status and body. */
const saveWith = async (scene: Scene, status: number, body: (job: object) => object) => {
  await openEdit(scene);
  await scene.page.route(isAnswered.page, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const { payload } = (await (await route.fetch({ method: 'GET', postData: '' })).json()) as {
      payload: { job: object };
    };
    return route.fulfill({ status, json: body(payload.job) });
  });
  await button(scene, 'jobForm.save').click();
  await expect(dialog(scene.page)).toBeVisible();
};

const branch = { role: 'branch' } as const;

/** Views of the job list and the job form, with their dialogs. */
export const JOB_VIEWS: readonly View[] = [
  { name: 'jobs of a chain', role: 'root', routes: ['/', '/jobs'], open: openJobs },
  {
    name: 'jobs of one branch',
    role: 'root',
    routes: ['/jobs/:branchId'],
    open: async (scene) => {
      await openJobs(scene);
      await scene.page.getByRole('combobox', { name: scene.t('jobs.branch.label') }).selectOption({ index: 1 });
      await expect(scene.page).toHaveURL(/\/jobs\/\d+/);
    },
  },
  {
    name: 'jobs without a match',
    role: 'root',
    open: async ({ page, go, t }) => {
      await go('/jobs?q=qqqqqq');
      await expect(page.getByText(t('jobs.noMatch.title'))).toBeVisible();
    },
  },
  {
    name: 'no jobs yet',
    role: 'branch',
    open: async ({ page, go, t }) => {
      await page.route('**/api/search/job?*', answerEmpty);
      await go('/jobs');
      await expect(page.getByText(t('jobs.empty.title'))).toBeVisible();
    },
  },
  { ...branch, name: 'new job', routes: ['/jobs/create'], open: openForm },
  {
    name: 'new job of a company without a workplace',
    role: 'company',
    open: async (scene) => {
      await scene.page.route('**/api/job/company-location*', answerEmpty);
      await openForm(scene);
      await expect(scene.page.getByRole('button', { name: anyOf(scene.t('jobForm.ownPlace')) })).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'new job with what is wrong in it',
    open: async (scene) => {
      await openForm(scene);
      await button(scene, 'jobForm.publish').click();
      await expect(scene.page.locator('[aria-invalid="true"]:focus')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'a tag of one’s own',
    dialogs: ['AddTagDialog'],
    open: async (scene) => {
      await openForm(scene);
      await button(scene, 'jobForm.addTag').click();
      await dialog(scene.page)
        .getByRole('button', { name: scene.t('jobForm.add'), exact: true })
        .click();
      await expect(scene.page.getByText(scene.t('jobForm.errors.tagName'))).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'a place of work',
    dialogs: ['AddLocationDialog'],
    open: async (scene) => {
      await openForm(scene);
      await button(scene, 'jobForm.addLocation').click();
      await dialog(scene.page)
        .getByRole('button', { name: scene.t('jobForm.add'), exact: true })
        .click();
      await expect(scene.page.getByText(scene.t('jobForm.errors.allFields'))).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'cover that is cut out',
    dialogs: ['CropModal'],
    open: async (scene) => {
      await openForm(scene);
      await scene.page.locator('input[type="file"]').setInputFiles(await aPicture());
      await expect(dialog(scene.page).getByRole('slider')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'leaving the form of a job',
    dialogs: ['LeaveDialog'],
    open: async (scene) => {
      const { page, t } = scene;
      await openForm(scene);
      await page.getByLabel(t('jobForm.title'), { exact: true }).fill('Bitmemiş');
      await page
        .getByRole('navigation', { name: t('shell.nav.label') })
        .getByRole('link')
        .first()
        .click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { ...branch, name: 'a job that is changed', routes: ['/jobs/edit/:jobId'], open: openEdit },
  {
    ...branch,
    name: 'a draft that is deleted',
    dialogs: ['DeleteDraft'],
    open: async (scene) => {
      await scene.page.route(isAnswered.page, async (route) => {
        const answer = (await (await route.fetch()).json()) as { payload: { job: object } };
        return route.fulfill({ json: { ...answer, payload: { job: { ...answer.payload.job, status: 'draft' } } } });
      });
      await openEdit(scene);
      await button(scene, 'jobForm.deleteDraft.action').click();
      await expect(dialog(scene.page)).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'why a job is closed',
    dialogs: ['CloseReasonDialog'],
    open: async (scene) => {
      await openEdit(scene);
      const { page, t } = scene;
      await page.getByLabel(t('jobForm.status')).selectOption({ label: t('jobs.status.closed') });
      await button(scene, 'jobForm.save').click();
      await expect(dialog(page).getByRole('radio').first()).toBeFocused();
    },
  },
  {
    ...branch,
    name: 'a job that stayed a draft',
    dialogs: ['SavedDialogs'],
    open: (scene) =>
      saveWith(scene, 200, (job) => ({
        ok: true,
        payload: { job: { ...job, status: 'draft' }, jobCreationBalance: 0 },
      })),
  },
  {
    ...branch,
    name: 'no credits left for a job',
    dialogs: ['SavedDialogs'],
    open: (scene) => saveWith(scene, 402, () => ({ ok: false, key: 'insufficient_balance', message: '' })),
  },
];
