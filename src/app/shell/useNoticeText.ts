import { useCallback } from 'react';
import type { Notice } from '../../domains/kit/effects';
import { failureTextOf } from '../../ui/State';
import { useHasText, useText } from '../../ui/text';
import { useQuotaValues, useWait } from '../../ui/useQuotaValues';

/** Returns a function that formats a notice; an unknown reason gets a general text. */
export const useNoticeText = () => {
  const t = useText();
  const hasText = useHasText();
  const quotaValues = useQuotaValues();
  const waitOf = useWait();
  return useCallback(
    ({ id, values, reason, failure, quota, retryAfter }: Notice): string => {
      if (quota) return t(id, { ...values, ...quotaValues(quota) });
      if (retryAfter !== undefined) return t(id, { ...values, wait: waitOf(retryAfter) });
      if (failure) return t(id, { ...values, reason: t(failureTextOf(failure, hasText)) });
      if (reason === undefined) return t(id, values);
      const byKey = `errors.keys.${reason}`;
      return t(id, { ...values, reason: t(hasText(byKey) ? byKey : 'shell.noReason') });
    },
    [t, hasText, quotaValues, waitOf],
  );
};
