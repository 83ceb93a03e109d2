import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'changingKey period replacedBy',
  codes: '_id basketId icon itemId openId',
  dates: 'rule_price_ttl',
  numbers: `
    active addonsOf after before closed countryId credit creditTypeId draft interval job_creation_amount of order
    originalPrice packageId pendingCount pendingQuantities planId price productId purchaseLimit quantity
    relatedPackages rule_price testGroup thread_creation_amount totalPrice unitPrice`,
};
