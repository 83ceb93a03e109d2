import type { Basket, Product } from '../../contract/schemas/commerce';
import type { SubscriptionPlan } from '../../contract/schemas/product';
import { aSubscription } from './subscriptions';

type Item = Basket['items'][number];

/** Returns a package for all companies at its usual price, with its features out of order on purpose. */
export const aProduct = (given: Partial<Product> = {}): Product => ({
  id: 3,
  type: 'package',
  title: 'Three jobs',
  price: 1299,
  originalPrice: null,
  currency: 'TRY',
  isPopular: false,
  isSpecial: false,
  isForNewcomers: true,
  isForReturnees: true,
  testGroup: null,
  isDashboardAccess: false,
  isStandalone: true,
  isJobRelated: true,
  order: 1,
  features: [
    { description: 'Excel report', preview: false, order: 4, icon: 'download' },
    { description: 'Unlimited applications', preview: true, order: 2, icon: 'check' },
    { description: '3 jobs, online until you close them', preview: true, order: 1, icon: 'nothing like it' },
  ],
  credit: 3,
  creditTypeId: 1,
  countryId: null,
  relatedPackages: [],
  purchaseLimit: 10,
  thread_creation_amount: 0,
  job_creation_amount: 3,
  rule_price: null,
  rule_price_ttl: null,
  imageUrl: null,
  ...given,
});

export const anAddon = (given: Partial<Product> = {}): Product =>
  aProduct({
    id: 6,
    type: 'addon',
    title: 'One more job',
    price: 199,
    isStandalone: false,
    features: [{ description: '1 more job in the package', preview: true, order: 1, icon: null }],
    relatedPackages: [3],
    purchaseLimit: 3,
    job_creation_amount: 1,
    ...given,
  });

export const aPlan = (given: Partial<SubscriptionPlan> = {}): SubscriptionPlan => ({
  ...aSubscription().plan,
  ...given,
});

/** Returns a basket item. A package has the id `a…a`; use another hexadecimal letter for its add-ons. */
export const anItem = (
  product: Product,
  letter = 'a',
  quantity = 1,
  unitPrice = product.rule_price ?? product.price,
): Item => ({
  _id: letter.repeat(24),
  quantity,
  product,
  plan: null,
  isOffered: true,
  unitPrice,
  totalPrice: unitPrice * quantity,
});

export const BASKET_ID = '0'.repeat(24);

export const aBasket = (items: Item[] = [anItem(aProduct())], given: Partial<Basket> = {}): Basket => ({
  _id: BASKET_ID,
  userId: 1,
  status: 'open',
  items,
  totalPrice: items.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
  currency: 'TRY',
  ...given,
});
