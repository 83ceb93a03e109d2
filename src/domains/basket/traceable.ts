import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'period',
  numbers: `
    active after before closed countryId creditTypeId draft interval order packageId planId price productId`,
  pictures: 'icon',
  masked: `
    _id addonsOf basketId changing credit itemId job_creation_amount of openId originalPrice pending purchaseLimit
    quantity relatedPackages rule_price rule_price_ttl testGroup thread_creation_amount totalPrice unitPrice`,
};
