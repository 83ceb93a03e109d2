import http from 'node:http';
import { fillLogin, mainMenu, signIn } from './support/dashboard';
import { enterAs, signInAs } from './support/session';
import { expect, test } from './support/test';

/** Roles that every change is tried with; the long lane tries the others. */
const GATE = ['root', 'branch'];

test.describe('signing in', () => {
  for (const name of ['root', 'hr', 'branch', 'company', 'other']) {
    test(`${name}@demo.test reaches the jobs`, { tag: GATE.includes(name) ? [] : '@long' }, async ({ page }) => {
      await signIn(page, name);
      await expect(page).toHaveURL(/\/dashboard\/jobs$/);
      await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
      await expect(page.locator('a[href*="/applications?jobId="]').first()).toBeVisible();
    });
  }

  test('a company without jobs and credits is sent to the packages', async ({ page }) => {
    await page.goto('/dashboard/login');
    await fillLogin(page, 'empty');
    await expect(page).toHaveURL(/\/dashboard\/packages$/);
  });

  for (const [name, text] of [
    ['closed', /sales representative will call/],
    ['worker', /Workers sign in/],
    ['unknown', /type of account/],
  ] as const) {
    test(`${name}@demo.test is refused with a reason`, { tag: name === 'closed' ? [] : '@long' }, async ({ page }) => {
      await page.goto('/dashboard/login');
      await fillLogin(page, name);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    });
  }

  test('a wrong password is reported at the password field', async ({ page }) => {
    await page.goto('/dashboard/login');
    await fillLogin(page, 'root', 'Wrong123!');
    const field = page.getByLabel('Password', { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('The email or password is wrong.')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('root@demo.test');
  });

  test('the form validates before it sends', async ({ page }) => {
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/user/login') ? 1 : 0));
    await page.goto('/dashboard/login');
    await page.getByLabel('Email', { exact: true }).fill('not an email');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Enter a valid email address')).toBeVisible();
    await expect(page.getByText('Use at least 6 characters.')).toBeVisible();
    expect(sent).toBe(0);
  });

  test('an unexpected failure leads to the error page', async ({ page }) => {
    await page.route('**/api/user/login', (route) => route.fulfill({ status: 500, json: { ok: false, key: 'x' } }));
    await page.goto('/dashboard/login');
    await fillLogin(page, 'root');
    await expect(page).toHaveURL(/\/dashboard\/error/);
  });

  for (const [language, label, heading] of [
    ['Türkçe', 'Şifre', 'Giriş yap'],
    ['Español', 'Contraseña', 'Iniciar sesión'],
  ] as const) {
    test(`the form is shown in ${language}`, { tag: '@long' }, async ({ page }) => {
      await page.goto('/dashboard/login');
      await page.getByRole('combobox', { name: /language|dil|idioma/i }).selectOption({ label: language });
      await expect(page.getByLabel(label, { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    });
  }
});

test.describe('guards', () => {
  test('a guest is sent to registration and, after signing in, to the requested page', async ({ page }) => {
    await page.goto('/dashboard/applications?page=1&activeTab=shortListed&gender=male');
    await expect(page).toHaveURL(/\/dashboard\/register$/);
    await page.getByRole('link', { name: 'Sign in' }).click();
    // The registration form has an email field too.
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await fillLogin(page, 'root');
    await expect(page).toHaveURL(/\/applications\?.*activeTab=shortListed.*gender=male/);
  });

  test('guest pages redirect a signed-in user to the jobs', async ({ page }) => {
    await signInAs(page, 'branch');
    for (const path of ['login', 'register', 'forget-password']) {
      await page.goto(`/dashboard/${path}`);
      await expect(page).toHaveURL(/\/dashboard\/jobs$/);
    }
  });

  for (const [name, refused, allowed] of [
    ['branch', ['branches', 'branches-inbox', 'packages', 'profile/edit', 'payment/basket'], ['jobs/create', 'inbox']],
    ['company', ['branches', 'branches-inbox'], ['packages', 'profile/edit']],
    ['hr', ['packages', 'payment/card', 'profile/edit'], ['branches', 'branches-inbox']],
    ['root', ['packages', 'payment/basket'], ['branches', 'branches-inbox', 'profile/edit']],
  ] as const) {
    test(
      `${name} reaches only the pages of its level and type`,
      { tag: name === 'hr' ? [] : '@long' },
      async ({ page }) => {
        await signInAs(page, name);
        for (const path of refused) {
          await page.goto(`/dashboard/${path}`);
          await expect(page, path).toHaveURL(/\/dashboard\/unauthorized$/);
        }
        for (const path of allowed) {
          await page.goto(`/dashboard/${path}`);
          await expect(mainMenu(page)).toBeVisible();
          await expect(page, path).toHaveURL(new RegExp(`/dashboard/${path}$`));
        }
      },
    );
  }

  test('an unknown page says so and links home', async ({ page }) => {
    await enterAs(page, 'branch', '/no/such/page');
    await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(/\/dashboard\/jobs$/);
  });

  test('the root address leads to the dashboard', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard\/register$/);
  });
});

/** Tries a wrong password from another local address, which the server counts as another network. */
const guessFrom = (localAddress: string, url: string) =>
  new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ email: 'empty@demo.test', password: 'Wrong12' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    http
      .request(url, { method: 'POST', localAddress, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
      .on('error', reject)
      .end(body);
  });

test('while others guess the password, the page solves the challenge that the server asks for', async ({
  page,
  baseURL,
}) => {
  for (let n = 0; n < 40; n += 1) await guessFrom(`127.0.0.${10 + Math.floor(n / 8)}`, `${baseURL}/api/user/login`);
  const answers: { status: number; key?: string }[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/api/user/login')) return;
    const { key } = (await answer.json()) as { key?: string };
    answers.push({ status: answer.status(), ...(key !== undefined && { key }) });
  });
  await page.goto('/dashboard/login');
  await fillLogin(page, 'empty');
  await expect(mainMenu(page)).toBeVisible();
  await expect.poll(() => answers).toEqual([{ status: 429, key: 'challenge.required' }, { status: 200 }]);

  // The server knows this browser now and asks for no challenge.
  await page.goto('/dashboard/logout');
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, 'empty');
  await expect(mainMenu(page)).toBeVisible();
  await expect.poll(() => answers.slice(2)).toEqual([{ status: 200 }]);
});
