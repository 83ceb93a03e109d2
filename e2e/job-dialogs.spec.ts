import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fillLogin, mainMenu } from './support/dashboard';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

test.describe('the form of a job', () => {
  test('a program renamed to a picture is refused', async ({ page }) => {
    await enterAs(page, 'branch', '/jobs/create');
    const file = { name: 'setup.png', mimeType: 'image/png', buffer: Buffer.from('MZ\u0090 this program') };
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByText('We can’t read this file as a picture.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('a server that stops', () => {
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

  test('keeps the job that is being written', { tag: '@long' }, async ({ page }) => {
    test.setTimeout(300_000);
    await start();
    await page.goto(`${base}/login`);
    await fillLogin(page, 'branch');
    await expect(mainMenu(page)).toBeVisible();
    await page.goto(`${base}/jobs/create`);
    await page.getByLabel('Title').fill('Sunucu giderken');
    await page.getByRole('combobox', { name: 'Position' }).fill('gar');
    await page.getByRole('option', { name: 'Garson', exact: true }).click();
    await page.getByLabel('Category').selectOption({ index: 1 });
    await page.getByLabel('Part time').check();
    await page.getByLabel('How applicants can reach you').selectOption({ label: 'By message' });
    await page.getByRole('group', { name: 'Workplaces' }).getByRole('checkbox').first().check();
    await stop();
    await page.getByLabel('Description').fill('Yazılırken sunucu durdu.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /connection|answer|offline|reach/i })
        .first(),
    ).toBeVisible();
    await expect(page.getByText(/Draft saved on this device/)).toBeVisible();
    await start();
    await page.reload();
    await expect(page.getByText('We restored what you had typed.')).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('Yazılırken sunucu durdu.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    await expect(page.getByRole('row').filter({ hasText: 'Sunucu giderken' })).toHaveCount(1);
  });
});
