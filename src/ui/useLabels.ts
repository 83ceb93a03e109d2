import { useMemo } from 'react';
import { useText } from './text';

/** More than this many months is told as "more than". Spec 1, point 9. */
const LONGEST = 96;

/** Texts made of data. */
export const useLabels = () => {
  const t = useText();
  return useMemo(() => {
    const duration = (total: number): string => {
      const years = Math.floor(total / 12);
      const months = total % 12;
      if (years === 0) return t('experience.months', { months });
      return months === 0 ? t('experience.years', { years }) : t('experience.yearsMonths', { years, months });
    };
    return {
      /** A person's experience in months; none at all is said as such. */
      experience: (total: number): string => (total > 0 ? duration(total) : t('experience.inexperienced')),
      /** An option of the experience filter. */
      experienceOption: (months: number): string => {
        if (months === 0) return t('experience.none');
        return months === LONGEST ? t('experience.moreThanYears', { years: LONGEST / 12 - 1 }) : duration(months);
      },
    };
  }, [t]);
};
