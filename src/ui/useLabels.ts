import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useText } from './text';

/** The last option of the experience filter, in months; it means more than 7 years: docs/PRODUCT.md#options. */
const LONGEST = 96;

/** Returns functions that turn data into text. */
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
    const range = (min: number, max: number | null): string => {
      const [from, to] = [Math.floor(min / 12), max === null ? null : Math.floor(max / 12)];
      if (to === null) return t('experience.moreThanYears', { years: from });
      return from === 0 ? t('experience.lessThanYears', { years: to }) : t('experience.betweenYears', { from, to });
    };
    return {
      /** Localises a distance such as "4.2 KM", as the server sends it: docs/PRODUCT.md#application-card. */
      distance: (text: string): string => {
        const km = Number.parseFloat(text);
        if (!/^\d+(\.\d+)? KM$/.test(text)) return text;
        const format = { style: 'unit', unit: 'kilometer', minimumFractionDigits: 1 } as const;
        // Some languages have an ordinary space here, at which a line may break.
        return intl.formatNumber(km, format).replace(' ', '\u00a0');
      },
      /**
       * Formats experience in months. Zero has its own text, and null means no answer. With `max` it formats a range; a
       * null `max` means no upper end.
       */
      experience: (total: number | null, max?: number | null): string => {
        if (total === null) return t('experience.notGiven');
        if (max !== undefined) return range(total, max);
        return total > 0 ? duration(total) : t('experience.inexperienced');
      },
      experienceOption: (months: number): string => {
        if (months === 0) return t('experience.none');
        return months === LONGEST ? t('experience.moreThanYears', { years: LONGEST / 12 - 1 }) : duration(months);
      },
    };
  }, [t, intl]);
};
