import { cards, fillLogin, mainMenu, openApplications, signIn } from './support/dashboard';
import { enterAs, signInAs } from './support/session';
import { expect, test } from './support/test';

test('a session survives a reload, leaves no password behind, and its cookie is strict', async ({ page, context }) => {
  await signIn(page, 'branch');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();

  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain('Demo123!');
  const cookie = (await context.cookies()).find(({ name }) => name === 'userId');
  expect(cookie).toMatchObject({ path: '/', secure: true, sameSite: 'Strict' });
});

test('signing out clears everything and revokes the token', async ({ page, context, request }) => {
  await signIn(page, 'branch');
  await expect(page.locator('#splash')).toHaveCount(0);
  let token = '';
  page.on('request', (sent) => (token = sent.headers().authorization ?? token));
  await page.reload();
  await expect.poll(() => token).toMatch(/^Bearer .+/);

  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/dashboard\/login$/);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

  expect((await context.cookies()).filter(({ name }) => name === 'userId')).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain(token.slice('Bearer '.length));
  const answer = await request.get('/api/user/me', { headers: { authorization: token } });
  expect(answer.status()).toBe(401);
  await page.goBack();
  await expect(mainMenu(page)).toBeHidden();
});

test('/logout signs out', async ({ page }) => {
  await enterAs(page, 'branch');
  await page.goto('/dashboard/logout');
  await expect(page).toHaveURL(/\/dashboard\/login$/);
});

test('signing out in one tab reaches the other without a call to the server', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await enterAs(first, 'branch');
  await second.goto('/dashboard/jobs');
  await expect(second.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await second.route('**/api/**', (route) => route.abort());

  await first.goto('/dashboard/logout');
  await first.waitForURL(/\/login$/);
  await expect(second).toHaveURL(/\/dashboard\/login$/);
});

test('signing in as another user in one tab switches the other tab', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await enterAs(first, 'branch');
  await second.goto('/dashboard/jobs');
  await expect(second.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await first.goto('/dashboard/logout');
  await expect(second).toHaveURL(/\/login$/);

  await fillLogin(first, 'company');
  await expect(first).toHaveURL(/\/jobs$/);
  await expect(second).toHaveURL(/\/jobs$/);
  await expect(second.getByRole('link', { name: /credit/ }).first()).toBeVisible();
});

test('a session that ends during work keeps the page and the typed text', async ({ page, request }) => {
  await signInAs(page, 'root');
  await openApplications(page);
  let token = '';
  page.on('request', (sent) => (token = sent.headers().authorization ?? token));
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('ay');
  await expect(page).toHaveURL(/q=ay/);
  await expect.poll(() => token).not.toBe('');
  await request.post('/api/user/logout', { headers: { authorization: token } });

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('ayşe');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('Demo123!');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('ayşe');
  await expect(page).toHaveURL(/q=ay/);
  await expect(cards(page).first()).toContainText(/Ay[sş]e/i);
});

test('a stored session that the server refuses leads to sign-in', async ({ page }) => {
  await page.route('**/api/user/me', (route) => route.fulfill({ status: 500, json: { ok: false, key: 'x' } }));
  await enterAs(page, 'branch');
  await expect(page).toHaveURL(/\/dashboard\/login$/);
});
