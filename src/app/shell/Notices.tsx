import { useCallback, useMemo } from 'react';
import { noticeClosed, selectNotices } from '../../domains/notices';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Toasts, type ShownToast } from '../../ui/Toasts';
import { useText } from '../../ui/text';

/** The short messages that sagas raised. */
export const Notices = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const notices = useAppSelector(selectNotices);
  const toasts = useMemo(
    () => notices.map(({ key, id, values, kind, to }): ShownToast => ({ id: key, kind, text: t(id, values), to })),
    [notices, t],
  );
  const handleClose = useCallback((key: ShownToast['id']) => void dispatch(noticeClosed(Number(key))), [dispatch]);
  return <Toasts toasts={toasts} onClose={handleClose} />;
};
