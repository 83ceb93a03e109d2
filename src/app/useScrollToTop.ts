import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { ListOrigin } from '../lib/listOrigin';

/**
 * Scrolls a new page to its top, unless it opens beside a list. When the user goes back, the pages restore their
 * position (`useScrollMemory`).
 */
export const useScrollToTop = () => {
  const { pathname, state } = useLocation();
  const stays = (state as Partial<ListOrigin> | null)?.stays === true;
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (before.current !== pathname && type !== 'POP' && !stays) window.scrollTo(0, 0);
    before.current = pathname;
  }, [pathname, type, stays]);
};
