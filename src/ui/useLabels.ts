import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useText } from './text';

/** More than this many months is told as "more than". Spec 1, point 9. */
const LONGEST = 96;

/** Texts made of data. */
export const useLabels = () => {
  const t = useText();
  const intl = useIntl();
  return useMemo(() => {
    const duration = (total: number): string => {
      const years = Math.floor(total / 12);
      const months = total % 12;
      if (years === 0) return t('experience.months', { months });
      return months === 0 ? t('experience.years', { years }) : t('experience.yearsMonths', { years, months });
    };
    return {
      /** A distance as the server writes it, such as "4.2 KM" (spec 1, point 5), in the user's language. */
      distance: (text: string): string => {
        const km = Number.parseFloat(text);
        if (!/^\d+(\.\d+)? KM$/.test(text)) return text;
        return intl.formatNumber(km, { style: 'unit', unit: 'kilometer', minimumFractionDigits: 1 });
      },
      /** A person's experience in months; none at all is said as such. */
      experience: (total: number): string => (total > 0 ? duration(total) : t('experience.inexperienced')),
      /** An option of the experience filter. */
      experienceOption: (months: number): string => {
        if (months === 0) return t('experience.none');
        return months === LONGEST ? t('experience.moreThanYears', { years: LONGEST / 12 - 1 }) : duration(months);
      },
    };
  }, [t, intl]);
};
