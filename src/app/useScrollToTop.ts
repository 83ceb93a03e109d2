import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { tripOf } from '../lib/trip';

/** A new page starts at its top, unless it opens beside a list that stays; going back is the pages' own matter (`useScrollMemory`). */
export const useScrollToTop = () => {
  const { pathname, state } = useLocation();
  const stays = tripOf(state)?.stays === true;
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
