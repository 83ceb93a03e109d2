import { useCallback, useMemo } from 'react';
import { noticeClosed, selectNotices } from '../../domains/notices';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Toasts, type ShownToast } from '../../ui/Toasts';
import { useText } from '../../ui/text';
import { useQuotaValues } from '../../ui/useQuotaValues';

/** The short messages that sagas raised. */
export const Notices = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const notices = useAppSelector(selectNotices);
  const quotaValues = useQuotaValues();
  const toasts = useMemo(
    () =>
      notices.map(({ key, id, values, quota, kind, to }): ShownToast => {
        const text = t(id, quota ? { ...values, ...quotaValues(quota) } : values);
        return { id: key, kind, text, to };
      }),
    [notices, quotaValues, t],
  );
  const handleClose = useCallback((key: ShownToast['id']) => void dispatch(noticeClosed(Number(key))), [dispatch]);
  return <Toasts toasts={toasts} onClose={handleClose} />;
};
