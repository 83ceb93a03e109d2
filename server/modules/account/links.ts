import { BASES } from '../../../contract/constants/http';
import type { Settings } from '../../platform/settings';

type Address = Pick<Settings, 'publicUrl'>;

/**
 * Returns the link to the page that sets a password. It uses the configured address and never the Host header, so that
 * mailed links lead to this server.
 */
export const passwordLink = ({ publicUrl }: Address, code: string): string =>
  `${publicUrl}${BASES.dashboard}/reset-password/${code}`;

export const signInLink = ({ publicUrl }: Address): string => `${publicUrl}${BASES.dashboard}/login`;

export const restoreEmailLink = ({ publicUrl }: Address, code: string): string =>
  `${publicUrl}${BASES.dashboard}/restore-email/${code}`;
