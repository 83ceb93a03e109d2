import { useCallback } from 'react';
import type { Notice } from '../../domains/kit/ports';
import { useHasText, useText } from '../../ui/text';

/** The sentence of a notice; a reason that has no text of its own is left to a general one. */
export const useNoticeText = () => {
  const t = useText();
  const hasText = useHasText();
  return useCallback(
    ({ id, values, reason }: Notice): string => {
      if (reason === undefined) return t(id, values);
      const byKey = `errors.keys.${reason}`;
      return t(id, { ...values, reason: t(hasText(byKey) ? byKey : 'openPayments.noReason') });
    },
    [t, hasText],
  );
};
