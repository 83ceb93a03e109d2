import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import type { MessageId } from './intl';

const TEXTS: Record<string, MessageId> = {
  [ERROR_KEYS.tooManyRequests]: 'errors.limitedFor',
  [ERROR_KEYS.phoneDailyLimit]: 'errors.codesLimitedFor',
};

/** The text of a limit whose length is known, by its error key. Its value `wait` says when to try again. */
export const waitTextOf = (key: string): MessageId | undefined => TEXTS[key];
