import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'period replacedBy',
  numbers: `
    active after before closed countryId creditTypeId draft interval order packageId pendingQuantities planId price productId`,
  pictures: 'icon',
  masked: `
    _id addonsOf basketId changingKey credit itemId job_creation_amount of openId originalPrice pendingCount purchaseLimit
    quantity relatedPackages rule_price rule_price_ttl testGroup thread_creation_amount totalPrice unitPrice`,
};
