import { object } from 'yup';
import { PAGE_INTRO_MAX } from '../../../contract/constants/door';
import { optionalText } from '../../lib/rules';

export interface IntroValues {
  intro: string;
}

/** An introduction may be missing: docs/PRODUCT.md#your-page. */
export const introSchema = object({ intro: optionalText(PAGE_INTRO_MAX) });

/** Returns how many more characters the introduction may have; negative above the limit. */
export const roomLeft = (intro: string): number => PAGE_INTRO_MAX - intro.trim().length;

/** Returns the introduction as the server stores it: without blanks around it, and null for none. */
export const toIntro = ({ intro }: IntroValues): string | null => intro.trim() || null;
