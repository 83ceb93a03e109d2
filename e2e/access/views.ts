import { ACCOUNT_VIEWS } from './accountViews';
import { APPLICATION_VIEWS } from './applicationViews';
import { CHAT_VIEWS } from './chatViews';
import { COMMERCE_VIEWS } from './commerceViews';
import { GUEST_VIEWS } from './guestViews';
import { JOB_VIEWS } from './jobViews';
import { PROTECTION_VIEWS } from './protectionViews';
import type { View } from './view';

/** Every screen and every dialog with its role; a test compares it with the routes and with the dialogs in src. */
export const VIEWS: readonly View[] = [
  ...GUEST_VIEWS,
  ...JOB_VIEWS,
  ...APPLICATION_VIEWS,
  ...ACCOUNT_VIEWS,
  ...CHAT_VIEWS,
  ...COMMERCE_VIEWS,
  ...PROTECTION_VIEWS,
];
