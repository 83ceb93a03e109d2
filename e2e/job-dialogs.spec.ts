import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './support/dashboard';
import { expect, test } from './support/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const isClean = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
};

const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
};

test.describe('the form of a job can be used by everybody', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`with what is wrong in it, and its dialogs: ${colorScheme}`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signIn(page, 'branch');
      await page.goto('/dashboard/jobs/create');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('alert').filter({ hasText: /fields need attention/ })).toBeFocused();
      await isClean(page);

      await page.getByRole('button', { name: 'Add a tag' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByText('Please enter tag name')).toBeVisible();
      await isClean(page);
      await close(page);
      await expect(page.getByRole('button', { name: 'Add a tag' })).toBeFocused();

      await page.getByRole('button', { name: 'Add a place of work' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByText('All fields are required.')).toBeVisible();
      await isClean(page);
      await close(page);

      const picture = info.outputPath('cover.png');
      const blue = { width: 1400, height: 900, channels: 3, background: '#2266aa' } as const;
      await sharp({ create: blue }).png().toFile(picture);
      await page.locator('input[type="file"]').setInputFiles(picture);
      await expect(page.getByRole('dialog', { name: 'Cut out the cover' })).toBeVisible();
      await isClean(page);
      await close(page);

      await page.getByLabel('Title').fill('Bitmemiş');
      await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
      await expect(page.getByRole('dialog', { name: 'Leave this form?' })).toBeVisible();
      await isClean(page);
      await page.getByRole('button', { name: 'Discard' }).click();

      // Another journey may have left a closed job on top of the list.
      const active = page.getByRole('row').filter({ has: page.getByText('Active', { exact: true }) });
      await active
        .first()
        .getByRole('link', { name: /^Edit: / })
        .click();
      await page.getByLabel('Status of the job').selectOption({ label: 'Passive' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('radio').first()).toBeFocused();
      await isClean(page);
    });
  }

  test('a program that calls itself a picture is said to be none', async ({ page }) => {
    await signIn(page, 'branch');
    await page.goto('/dashboard/jobs/create');
    const file = { name: 'setup.png', mimeType: 'image/png', buffer: Buffer.from('MZ\u0090 this program') };
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByText('This file cannot be read as a picture.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('a server that is stopped', () => {
  const port = Number(process.env.E2E_PORT ?? 3100) + 500;
  const base = `http://127.0.0.1:${port}/dashboard`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dash-e2e-stop-'));
  let server: ChildProcess | undefined;

  const start = async () => {
    const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO_WORKERS: '0', LOG_LEVEL: 'warn' };
    server = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: 'ignore' });
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 120_000, intervals: [500] }).toBe(true);
  };
  const stop = async () => {
    if (!server || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  };
  test.afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('takes nothing of a job that is being written', async ({ page }) => {
    test.setTimeout(300_000);
    await start();
    await page.goto(`${base}/login`);
    await page.getByLabel('Email', { exact: true }).fill('branch@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('Demo123!');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.goto(`${base}/jobs/create`);
    await page.getByLabel('Title').fill('Sunucu giderken');
    await page.getByRole('combobox', { name: 'Position' }).fill('gar');
    await page.getByRole('option', { name: 'Garson', exact: true }).click();
    await page.getByLabel('Category').selectOption({ index: 1 });
    await page.getByLabel('Part time').check();
    await page.getByLabel('How applicants reach you').selectOption({ label: 'By message' });
    await page.getByRole('group', { name: 'Places of work' }).getByRole('checkbox').first().check();
    await stop();
    await page.getByLabel('Description').fill('Yazılırken sunucu durdu.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /connection|answer|offline|reach/i })
        .first(),
    ).toBeVisible();
    await expect(page.getByText(/Saved as draft on this device/)).toBeVisible();
    await start();
    await page.reload();
    await expect(page.getByText('We brought back what you had typed.')).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('Yazılırken sunucu durdu.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    await expect(page.getByRole('row').filter({ hasText: 'Sunucu giderken' })).toHaveCount(1);
  });
});
