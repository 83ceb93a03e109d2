import { BASES } from '../../../contract/constants/http';
import type { Settings } from '../../platform/settings';

type Address = Pick<Settings, 'publicUrl'>;

/** The page where a password is set with a code. Never from the Host header: a link in a mail leads to us. */
export const passwordLink = ({ publicUrl }: Address, code: string): string =>
  `${publicUrl}${BASES.dashboard}/reset-password/${code}`;

export const signInLink = ({ publicUrl }: Address): string => `${publicUrl}${BASES.dashboard}/login`;

/** The page that restores an old email. */
export const restoreEmailLink = ({ publicUrl }: Address, code: string): string =>
  `${publicUrl}${BASES.dashboard}/restore-email/${code}`;
