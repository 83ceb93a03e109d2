import { expect, type Page } from '@playwright/test';
import { HOUR } from '../../contract/constants/time';
import type { NeedsPayload } from '../../contract/schemas/today';
import { now } from '../support/clock';
import { anyOf, type Scene, type View } from './view';

const from = (hours: number): string => new Date(now() + hours * HOUR).toISOString();

interface Row {
  need: { kind: string; at: string; snoozedUntil: string | null };
}

/** Changes the rows and the counts that the server answers. */
const answerWith = async (
  page: Page,
  rowsOf: (rows: Row[]) => Row[],
  { lapsed = { decide: 0, invite: 0 }, filled = [] }: Partial<Pick<NeedsPayload, 'filled' | 'lapsed'>> = {},
) => {
  await page.route('**/api/search/application/all?*sort=need*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { payload: Row[] };
    await route.fulfill({ response, json: { ...json, payload: rowsOf(json.payload), next: null } });
  });
  await page.route('**/api/search/application/needs*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { payload: { counts: Record<string, number> } };
    const counts = Object.fromEntries(Object.keys(json.payload.counts).map((kind) => [kind, 0]));
    await route.fulfill({ response, json: { ...json, payload: { now: 0, coming: 0, counts, lapsed, filled } } });
  });
};

const openToday = async ({ page, go, t }: Scene) => {
  await go('/today');
  await expect(page.getByRole('heading', { name: t('today.title'), level: 1 })).toBeVisible();
};

export const TODAY_VIEWS: readonly View[] = [
  {
    role: 'company',
    name: 'what waits today',
    routes: ['/today'],
    open: async (scene) => {
      await openToday(scene);
      await expect(scene.page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    role: 'company',
    name: 'the times to put something off',
    dialogs: ['LaterMenu'],
    open: async ({ page, go, t }) => {
      await go('/today');
      const card = page.getByRole('article').first();
      await card.getByRole('button', { name: anyOf(t('today.later.of')) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    role: 'hr',
    name: 'what waits in the branch that HR picked',
    open: async (scene) => {
      const { page, t } = scene;
      await openToday(scene);
      const picker = page.getByRole('combobox', { name: t('today.branch.label') });
      await picker.selectOption({ index: 1 });
      await expect(page).toHaveURL(/branchId=\d+/);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    role: 'branch',
    name: 'a day on which nothing waits',
    open: async (scene) => {
      await answerWith(scene.page, () => []);
      await openToday(scene);
      await expect(scene.page.getByText(scene.t('today.empty.text'))).toBeVisible();
    },
  },
  {
    role: 'branch',
    name: 'the pile of what waited too long',
    open: async (scene) => {
      await answerWith(scene.page, () => [], { lapsed: { decide: 2310, invite: 3 } });
      await openToday(scene);
      await expect(scene.page.getByRole('heading', { name: scene.t('today.lapsed.title') })).toBeVisible();
    },
  },
  {
    role: 'hr',
    name: 'jobs with as many hires as wanted',
    open: async (scene) => {
      const { page, t } = scene;
      const job = { id: 1, title: 'Barista', companyName: 'Mavi Fincan Kadıköy', hired: 3, hiresWanted: 3 };
      await answerWith(page, () => [], {
        filled: [
          { ...job, waiting: 41 },
          { ...job, id: 2, title: 'Kasiyer', waiting: 0 },
        ],
      });
      await openToday(scene);
      await expect(page.getByRole('heading', { name: t('today.filled.title') })).toBeVisible();
    },
  },
  {
    role: 'branch',
    name: 'rows that were put off',
    open: async (scene) => {
      await answerWith(scene.page, (rows) =>
        rows.slice(0, 4).map((row, at) => ({
          ...row,
          need: { ...row.need, at: from(30), snoozedUntil: at < 2 ? from(20) : null },
        })),
      );
      await openToday(scene);
      await expect(scene.page.getByRole('heading', { name: anyOf(scene.t('today.later.title')) })).toBeVisible();
    },
  },
  {
    role: 'empty',
    name: 'the first steps of a new account',
    open: async (scene) => {
      await openToday(scene);
      await expect(scene.page.getByRole('heading', { name: scene.t('today.start.title') })).toBeVisible();
    },
  },
];
