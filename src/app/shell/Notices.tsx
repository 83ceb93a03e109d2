import { useCallback, useMemo } from 'react';
import { noticeClosed, selectNotices } from '../../domains/notices';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Toasts, type ToastContent } from '../../ui/Toasts';
import { useNoticeText } from './useNoticeText';

export const Notices = () => {
  const textOf = useNoticeText();
  const dispatch = useAppDispatch();
  const notices = useAppSelector(selectNotices);
  const toasts = useMemo(
    () =>
      notices
        .filter(({ inPage }) => !inPage)
        .map((notice): ToastContent => {
          const { key, kind, to, stays, undo } = notice;
          const onUndo = undo && (() => void dispatch(undo));
          return { id: key, kind, text: textOf(notice), to, stays, onUndo };
        }),
    [notices, textOf, dispatch],
  );
  const handleClose = useCallback((key: ToastContent['id']) => void dispatch(noticeClosed(Number(key))), [dispatch]);
  return <Toasts toasts={toasts} onClose={handleClose} />;
};
