import { useCallback } from 'react';
import type { Notice } from '../../domains/kit/ports';
import { useHasText, useText } from '../../ui/text';
import { useQuotaValues, useWait } from '../../ui/useQuotaValues';

/** The sentence of a notice; a reason that has no text of its own is left to a general one. */
export const useNoticeText = () => {
  const t = useText();
  const hasText = useHasText();
  const quotaValues = useQuotaValues();
  const waitOf = useWait();
  return useCallback(
    ({ id, values, reason, quota, retryAfter }: Notice): string => {
      if (quota) return t(id, { ...values, ...quotaValues(quota) });
      if (retryAfter !== undefined) return t(id, { ...values, wait: waitOf(retryAfter) });
      if (reason === undefined) return t(id, values);
      const byKey = `errors.keys.${reason}`;
      return t(id, { ...values, reason: t(hasText(byKey) ? byKey : 'shell.noReason') });
    },
    [t, hasText, quotaValues, waitOf],
  );
};
