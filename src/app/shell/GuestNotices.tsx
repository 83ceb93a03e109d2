import { useEffect, useRef } from 'react';
import { noticeClosed, selectNotices } from '../../domains/notices';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormMessage } from '../../ui/FormMessage';
import { useNoticeText } from './useNoticeText';

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
