import { ACCOUNT_VIEWS } from './accountViews';
import { APPLICATION_VIEWS } from './applicationViews';
import { BULK_VIEWS } from './bulkViews';
import { CHAT_VIEWS } from './chatViews';
import { COMMERCE_VIEWS } from './commerceViews';
import { DECISION_VIEWS } from './decisionViews';
import { FEEDBACK_VIEWS } from './feedbackViews';
import { GUEST_VIEWS } from './guestViews';
import { IMPORT_VIEWS } from './importViews';
import { JOB_FAILURE_VIEWS } from './jobFailureViews';
import { JOB_VIEWS } from './jobViews';
import { PRIVACY_VIEWS } from './privacyViews';
import { TODAY_VIEWS } from './todayViews';
import { PROTECTION_VIEWS } from './protectionViews';
import { SAVED_VIEWS } from './savedViews';
import type { View } from './view';

/** Every screen and dialog with its role. A test compares this table with the routes and dialogs in src. */
export const VIEWS: readonly View[] = [
  ...GUEST_VIEWS,
  ...JOB_VIEWS,
  ...JOB_FAILURE_VIEWS,
  ...APPLICATION_VIEWS,
  ...SAVED_VIEWS,
  ...DECISION_VIEWS,
  ...BULK_VIEWS,
  ...FEEDBACK_VIEWS,
  ...ACCOUNT_VIEWS,
  ...IMPORT_VIEWS,
  ...CHAT_VIEWS,
  ...COMMERCE_VIEWS,
  ...PRIVACY_VIEWS,
  ...TODAY_VIEWS,
  ...PROTECTION_VIEWS,
];
