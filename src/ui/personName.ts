import { fullName } from '../../contract/constants/text';
import type { useText } from './text';

interface Person {
  firstName: string;
  lastName: string;
  isErased?: true | undefined;
}

/** Returns a person's whole name. The server stores English words for an erased one. */
export const personName = (t: ReturnType<typeof useText>, user: Person): string =>
  user.isErased ? t('applicant.erasedName') : fullName(user);

/** Returns the name in a sentence about a person. The replacement name of an erased one reads only as a whole. */
export const calledName = (t: ReturnType<typeof useText>, user: Person): string =>
  user.isErased ? t('applicant.erasedName') : user.firstName;
