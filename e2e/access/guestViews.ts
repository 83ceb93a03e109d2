import { expect } from '@playwright/test';
import { goWith, type Scene, type View } from './view';

const submit = ({ page }: Scene) => page.locator('button[type=submit]').click();

/** Opens /sms-verify as /register does. */
const openTrip = async (scene: Scene, sends = true) => {
  const { page } = scene;
  await page.route('**/api/verify-phone-send-code', (route) =>
    sends ? route.fulfill({ json: { ok: true, payload: {} } }) : route.abort(),
  );
  await goWith(scene, '/sms-verify', { phone: '5300000000', countryCode: 'TR', pushBackTo: '/register' });
};

const DRAFT = {
  companyName: 'Deniz Kafe',
  firstName: 'Deniz',
  lastName: 'Aydın',
  email: 'deniz@example.com',
  phone: '5300000000',
  country: '1',
  place: { latitude: 40.99, longitude: 29.03 },
  agreement: true,
};

const guest = { role: 'guest' } as const;

/** Views for guests, and views for everyone. */
export const GUEST_VIEWS: readonly View[] = [
  {
    ...guest,
    name: 'sign-in',
    routes: ['/login'],
    open: async ({ page, go, t }) => {
      await go('/login');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.title'));
    },
  },
  {
    ...guest,
    name: 'sign-in with its errors',
    open: async (scene) => {
      await scene.go('/login');
      await submit(scene);
      await expect(scene.page.locator('[aria-invalid="true"]')).toHaveCount(2);
    },
  },
  {
    ...guest,
    name: 'registration',
    routes: ['/register'],
    open: async ({ page, go }) => {
      await go('/register');
      await expect(page.getByRole('checkbox')).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'registration with its errors',
    open: async (scene) => {
      await scene.go('/register');
      await submit(scene);
      await expect(scene.page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'places found in the registration',
    open: async ({ page, go, t }) => {
      await go('/register');
      await page.getByLabel(t('register.country'), { exact: true }).selectOption('1');
      await page.getByRole('combobox', { name: t('register.place') }).fill('kad');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'user agreement',
    dialogs: ['DocumentModal'],
    open: async ({ page, go, t }) => {
      await go('/register');
      await page.getByRole('button', { name: t('register.agreementRead') }).click();
      await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'registration that failed',
    dialogs: ['Registration'],
    open: async (scene) => {
      const { page, t } = scene;
      await page.route('**/api/user/company/register', (route) =>
        route.fulfill({ status: 400, json: { ok: false, key: 'error.unknown_error', message: '' } }),
      );
      await goWith(scene, '/register', { values: DRAFT, phoneVerifyCode: 'code' });
      await page.getByLabel(t('register.password'), { exact: true }).fill('Demo123!');
      await submit(scene);
      await expect(page.getByRole('dialog', { name: t('register.failedTitle') })).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'phone verification',
    routes: ['/sms-verify'],
    open: async (scene) => {
      await openTrip(scene);
      await expect(scene.page.getByRole('timer')).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'a code that could not be sent',
    dialogs: ['FailureDialog'],
    open: async (scene) => {
      await openTrip(scene, false);
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'forgotten password',
    routes: ['/forget-password'],
    open: async ({ page, go }) => {
      await go('/forget-password');
      await expect(page.locator('[name=email]')).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'new password',
    routes: ['/reset-password/:resetPasswordCode'],
    open: async (scene) => {
      const { page, go } = scene;
      await page.route('**/api/user/reset-password-valid-token/**', (route) =>
        route.fulfill({ json: { ok: true, payload: {} } }),
      );
      await go('/reset-password/anything');
      await expect(page.locator('input[type=password]')).toHaveCount(2);
    },
  },
  {
    ...guest,
    name: 'an old email that is restored',
    routes: ['/restore-email/:restoreCode'],
    open: async ({ page, go, t }) => {
      await page.route('**/api/user/restore-email/**', (route) =>
        route.fulfill({ json: { ok: true, payload: { email: 'ada@example.com' } } }),
      );
      await go('/restore-email/anything');
      await expect(page.getByRole('button', { name: t('restoreEmail.submit') })).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'an old email that can no longer be restored',
    open: async ({ page, go, t }) => {
      await go('/restore-email/nothing');
      await expect(page.getByRole('heading', { level: 1, name: t('restoreEmail.invalidTitle') })).toBeVisible();
    },
  },
  {
    ...guest,
    name: 'no such page, for a guest',
    routes: ['*'],
    open: async ({ page, go, t }) => {
      await go('/no/such/page');
      await expect(page.getByRole('heading', { level: 1, name: t('notFound.title') })).toBeVisible();
    },
  },
  {
    role: 'hr',
    name: 'no permission',
    routes: ['/unauthorized'],
    open: async ({ page, go, t }) => {
      await go('/packages');
      await expect(page.getByRole('heading', { level: 1, name: t('unauthorized.title') })).toBeVisible();
    },
  },
  {
    role: 'hr',
    name: 'a failure that no page can show',
    routes: ['/error'],
    open: async ({ page, go, t }) => {
      await go('/error');
      await expect(page.getByRole('heading', { level: 1, name: t('errorPage.title') })).toBeVisible();
    },
  },
  {
    role: 'hr',
    name: 'no such page',
    routes: ['*'],
    open: async ({ page, go, t }) => {
      await go('/no/such/page');
      await expect(page.getByRole('heading', { level: 1, name: t('notFound.title') })).toBeVisible();
    },
  },
];
