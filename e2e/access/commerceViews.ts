import { expect } from '@playwright/test';
import { CARDS } from '../../__tests__/support/money/cards';
import { endPayments, liftLimits } from '../support/store';
import { anyOf, goWith, press, type Scene, type TextId, type View } from './view';

const dialog = ({ page }: Scene) => page.getByRole('dialog');
const buttonLike = ({ page, t }: Scene, id: TextId) => page.getByRole('button', { name: anyOf(t(id)) });

const openPackages = async (scene: Scene) => {
  await scene.go('/packages');
  await expect(buttonLike(scene, 'packages.buyLabel').first()).toBeVisible();
};

const openBasket = async (scene: Scene) => {
  await endPayments();
  await openPackages(scene);
  await buttonLike(scene, 'packages.buyLabel').first().click();
  await expect(scene.page).toHaveURL(/\/payment\/basket$/);
  await expect(scene.page.getByRole('heading', { name: scene.t('basket.addons.title') })).toBeVisible();
};

const openCard = async (scene: Scene) => {
  await openBasket(scene);
  await press(scene, 'basket.proceed');
  await expect(scene.page.getByLabel(scene.t('payment.card.number'), { exact: true })).toBeVisible();
};

const pay = async (scene: Scene, card: keyof typeof CARDS) => {
  const { page, t } = scene;
  await liftLimits();
  await openCard(scene);
  const fill = (id: TextId, value: string) => page.getByLabel(t(id), { exact: true }).fill(value);
  await fill('payment.card.holder', 'Nazlı Örnekçi');
  await fill('payment.card.number', CARDS[card]);
  await fill('payment.card.expiry', '12/39');
  await fill('payment.card.cvc', '123');
  await page.getByLabel(t('payment.card.agreement')).check();
  await scene.page.locator('button[type="submit"]').click();
};

const heading = (scene: Scene, id: TextId) =>
  expect(scene.page.getByRole('heading', { level: 1, name: scene.t(id) })).toBeVisible();

const company = { role: 'company' } as const;

/** Views of packages, basket, payment and statement. */
export const COMMERCE_VIEWS: readonly View[] = [
  {
    ...company,
    name: 'packages',
    routes: ['/packages'],
    open: async (scene) => {
      await openPackages(scene);
      await scene.page
        .getByRole('button', { name: anyOf(scene.t('packages.showAll')) })
        .first()
        .click();
    },
  },
  {
    ...company,
    name: 'a purchase that failed',
    dialogs: ['PurchaseFailure'],
    open: async (scene) => {
      await openPackages(scene);
      await scene.page.route('**/api/basket', (route) => route.abort());
      await buttonLike(scene, 'packages.buyLabel').first().click();
      await expect(dialog(scene)).toContainText(scene.t('packages.error.anErrorOccurred'));
    },
  },
  { ...company, name: 'basket', routes: ['/payment/basket'], open: openBasket },
  {
    ...company,
    name: 'an empty basket',
    open: async (scene) => {
      await openBasket(scene);
      const remove = buttonLike(scene, 'basket.remove');
      for (let left = await remove.count(); left > 0; left -= 1) {
        await remove.first().click();
        await expect(remove).toHaveCount(left - 1);
      }
      await expect(scene.page.getByText(scene.t('basket.empty.title'))).toBeVisible();
    },
  },
  {
    ...company,
    name: 'a price that changed',
    dialogs: ['PriceChanged'],
    open: async (scene) => {
      const { page } = scene;
      let isChanged = false;
      await page.route('**/api/payment/card', (route) => {
        isChanged = true;
        return route.fulfill({ status: 409, json: { ok: false, key: 'basket.price_changed', message: '' } });
      });
      await page.route(/\/api\/basket\/\w+$/, async (route) => {
        if (!isChanged) return route.fallback();
        const { ok, payload } = (await (await route.fetch()).json()) as {
          ok: boolean;
          payload: { basket: { totalPrice: number; items: { unitPrice: number }[] } };
        };
        for (const item of payload.basket.items) item.unitPrice += 100;
        payload.basket.totalPrice += 100;
        return route.fulfill({ json: { ok, payload } });
      });
      await pay(scene, 'success');
      await expect(page.getByText(anyOf(scene.t('payment.card.priceChanged')))).toBeVisible();
      await page.goBack();
      await expect(dialog(scene)).toBeVisible();
    },
  },
  { ...company, name: 'payment by card', routes: ['/payment/card'], open: openCard },
  {
    ...company,
    name: 'a card with what is wrong in it',
    open: async (scene) => {
      await openCard(scene);
      await scene.page.locator('button[type="submit"]').click();
      await expect(scene.page.locator('[aria-invalid="true"]').first()).toBeFocused();
    },
  },
  {
    ...company,
    name: 'sales agreement',
    dialogs: ['DocumentModal'],
    open: async (scene) => {
      await openCard(scene);
      await press(scene, 'payment.card.agreementRead');
      await expect(dialog(scene).getByRole('heading').nth(1)).toBeVisible();
    },
  },
  {
    ...company,
    name: 'confirmation of the bank',
    routes: ['/payment/3ds'],
    open: async (scene) => {
      await pay(scene, 'challenge');
      await heading(scene, 'payment.bank.title');
      await expect(scene.page.frameLocator('iframe').getByRole('button').first()).toBeVisible();
    },
  },
  {
    ...company,
    name: 'a payment under review',
    routes: ['/packages/payment-result'],
    open: async (scene) => {
      await pay(scene, 'review');
      await heading(scene, 'payment.result.pending');
    },
  },
  {
    ...company,
    name: 'a payment that was received',
    open: async (scene) => {
      await pay(scene, 'success');
      await heading(scene, 'payment.result.success');
    },
  },
  {
    ...company,
    name: 'form of a payment provider',
    routes: ['/payment/checkout'],
    open: async (scene) => {
      await goWith(scene, '/payment/checkout', { packageId: 1 });
      await heading(scene, 'payment.checkout.title');
      await scene.page.getByLabel(scene.t('payment.card.agreement')).check();
      await press(scene, 'payment.checkout.continue');
    },
  },
  {
    ...company,
    name: 'statement',
    routes: ['/packages/statement'],
    open: async (scene) => {
      await scene.go('/packages/statement');
      await heading(scene, 'statement.title');
    },
  },
];
