import { useCallback, useMemo, useEffect, useRef } from 'react';
import type { Notice } from '../../domains/kit/effects';
import { failureTextOf } from '../../ui/State';
import { useHasText, useText, useQuotaValues, useWait } from '../../ui/text';
import { noticeClosed, selectNotices } from '../../domains/notices';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Toasts, type ToastContent } from '../../ui/Toasts';
import { FormMessage } from '../../ui/FormMessage';

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

export const Notices = () => {
  const t = useText();
  const textOf = useNoticeText();
  const dispatch = useAppDispatch();
  const notices = useAppSelector(selectNotices);
  const toasts = useMemo(
    () =>
      notices
        .filter(({ inPage }) => !inPage)
        .map((notice): ToastContent => {
          const { key, kind, to, stays, undo, undoText } = notice;
          const onUndo = undo && (() => void dispatch(undo));
          return { id: key, kind, text: textOf(notice), to, stays, onUndo, undoText: undoText && t(undoText) };
        }),
    [notices, textOf, dispatch, t],
  );
  const handleClose = useCallback((key: ToastContent['id']) => void dispatch(noticeClosed(Number(key))), [dispatch]);
  return <Toasts toasts={toasts} onClose={handleClose} />;
};

/** Shows the notices that belong into the page, and closes them when the user leaves it. */
export const GuestNotices = () => {
  const textOf = useNoticeText();
  const dispatch = useAppDispatch();
  const notices = useAppSelector(selectNotices).filter(({ inPage }) => inPage);
  const shown = useRef<number[]>([]);
  useEffect(() => {
    shown.current = notices.map(({ key }) => key);
  });
  useEffect(() => () => shown.current.forEach((key) => dispatch(noticeClosed(key))), [dispatch]);
  return notices.map((notice) => (
    <FormMessage key={notice.key} isGood={notice.kind !== 'error'}>
      {textOf(notice)}
    </FormMessage>
  ));
};
