/** Which text shows a salary: an amount or a range, a minimum alone, or a maximum alone. */
export type SalaryText = 'salary' | 'salaryFrom' | 'salaryTo';

/** Returns which text shows a salary, and its one or two different amounts; null without any. */
export const shownSalary = (
  min: number | null,
  max: number | null,
): { name: SalaryText; amounts: readonly number[] } | null => {
  if (min === null) return max === null ? null : { name: 'salaryTo', amounts: [max] };
  if (max === null) return { name: 'salaryFrom', amounts: [min] };
  return { name: 'salary', amounts: min === max ? [min] : [min, max] };
};
