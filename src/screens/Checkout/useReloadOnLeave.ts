import { useEffect, useRef } from 'react';
import { reloadPage } from '../../lib/reloadPage';

/** Reloads the page after the caller has unmounted: docs/PRODUCT.md#checkout. */
export const useReloadOnLeave = (): void => {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // The timeout ignores the double mount of development and lets the router write the new address first.
      setTimeout(() => {
        if (!isHere.current) reloadPage();
      });
    };
  }, []);
};
