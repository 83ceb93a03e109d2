import { fold } from '../../../contract/constants/text';
import type { BranchAccount, BranchJobCount } from '../../../contract/schemas/organisation';

export interface HrValues {
  firstName: string;
  lastName: string;
  email: string;
}

/** Values of the branch form; empty fields are empty texts. */
export interface BranchValues extends HrValues {
  companyName: string;
  taxOffice: { id: number; name: string } | null;
  taxOfficeNumber: string;
  commercialTitle: string;
  website: string;
  companyAddress: string;
  location: { name: string; latitude: number; longitude: number } | null;
}

const wordsOf = (name: string): string[] => name.trim().split(/\s+/);

/**
 * Returns a function that cuts the first words that all these names share: "Mavi Fincan Kadıköy" becomes "Kadıköy"
 * beside "Mavi Fincan Moda". No name becomes empty or only a number, and a single name stays whole.
 */
export const nameCutter = (names: readonly string[]): ((name: string) => string) => {
  const all = [...new Set(names)].map(wordsOf);
  const first = all.length > 1 ? all[0]!.map(fold) : [];
  const begins = (words: readonly string[], count: number) =>
    first.slice(0, count).every((word, at) => word === fold(words[at] ?? ''));
  const isNumber = (words: readonly string[], count: number) =>
    words.length > count && !/\p{L}/u.test(words.slice(count).join());
  let count = first.length;
  while (count > 0 && all.some((words) => !begins(words, count) || isNumber(words, count))) count -= 1;
  return (name) => {
    const words = wordsOf(name);
    return count > 0 && words.length > count && begins(words, count) ? words.slice(count).join(' ') : name;
  };
};

/** Returns the branches as the options of a select; browsers must not translate their names. */
export const branchOptions = (branches: readonly BranchJobCount[]) => {
  const cut = nameCutter(branches.map(({ companyName }) => companyName));
  return branches.map(({ userId, companyName }) => ({
    value: String(userId),
    label: cut(companyName),
    title: companyName,
    isName: true,
  }));
};

/** Returns the branches whose name, person or email contains the text; ignores case and accents. */
export const branchesMatching = (branches: readonly BranchAccount[], text: string): readonly BranchAccount[] => {
  const search = fold(text);
  if (search === '') return branches;
  const isMatch = ({ companyName, firstName, lastName, email }: BranchAccount) =>
    fold(`${companyName} ${firstName} ${lastName} ${email}`).includes(search);
  return branches.filter(isMatch);
};
