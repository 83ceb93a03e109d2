import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A new page starts at its top; going back is the pages' own matter (`useScrollMemory`). */
export const useScrollToTop = () => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (before.current !== pathname && type !== 'POP') window.scrollTo(0, 0);
    before.current = pathname;
  }, [pathname, type]);
};
