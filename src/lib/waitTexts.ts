import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import type { MessageId } from './intl';

const TEXTS: Record<string, MessageId> = {
  [ERROR_KEYS.tooManyRequests]: 'errors.limitedFor',
  [ERROR_KEYS.phoneDailyLimit]: 'errors.codesLimitedFor',
};

/**
 * Returns the text of an error key of a limit with a known duration; its value `wait` is the time until the next try.
 */
export const waitTextOf = (key: string): MessageId | undefined => TEXTS[key];
