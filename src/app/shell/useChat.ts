import { useEffect } from 'react';
import { chatJoined, chatLeft, selectUnread } from '../../domains/chat';
import { selectDueCount } from '../../domains/today';
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

const COUNT_PREFIX = /^\(\d+\+?\) /;

/** Shows a number on the icon of an installed dashboard, where the browser can. */
const useIconBadge = (count: number) => {
  useEffect(() => {
    const show = () => {
      // The browser may refuse, for example without the user's permission.
      const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
      shown?.catch(() => undefined);
    };
    show();
    // While no tab was in sight, a push may have set a badge without a number.
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [count]);
};

/**
 * Puts the number of applications that wait now in front of the document's title on every page, or the number of unread
 * messages when none waits. The icon of an installed dashboard shows what waits.
 */
export const useTitleBadge = () => {
  const t = useText();
  const unread = useAppSelector(selectUnread);
  const due = useAppSelector(selectDueCount);
  const count = due > 0 ? due : unread;
  useIconBadge(due);
  useEffect(() => {
    const element = document.querySelector('title');
    if (!element) return undefined;
    const updateTitle = () => {
      const title = document.title.replace(COUNT_PREFIX, '');
      const newTitle = count > 0 ? t('shell.unreadTitle', { count: count > 99 ? '99+' : count, title }) : title;
      if (document.title !== newTitle) document.title = newTitle;
    };
    updateTitle();
    const observer = new MutationObserver(updateTitle);
    observer.observe(element, { childList: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNT_PREFIX, '');
    };
  }, [t, count]);
};
