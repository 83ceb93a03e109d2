import { useEffect } from 'react';
import { chatJoined, chatLeft, selectUnread } from '../../domains/chat';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useText } from '../../ui/text';
import { useIsWorkplaceOpen } from '../Workplace';

/** Starts the chat's event stream while the shell of this user is mounted. */
export const useChat = (userId: number | undefined) => {
  const dispatch = useAppDispatch();
  const isOpen = useIsWorkplaceOpen();
  useEffect(() => {
    if (!isOpen || userId === undefined) return undefined;
    dispatch(chatJoined());
    return () => void dispatch(chatLeft());
  }, [dispatch, isOpen, userId]);
};

const COUNTED = /^\(\d+\+?\) /;

/** Puts the number of unread messages in front of the document's title on every page. */
export const useTitleBadge = () => {
  const t = useText();
  const unread = useAppSelector(selectUnread);
  useEffect(() => {
    const element = document.querySelector('title');
    if (!element) return undefined;
    const mark = () => {
      const title = document.title.replace(COUNTED, '');
      const marked = unread > 0 ? t('shell.unreadTitle', { count: unread > 99 ? '99+' : unread, title }) : title;
      if (document.title !== marked) document.title = marked;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNTED, '');
    };
  }, [t, unread]);
};
