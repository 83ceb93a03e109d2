import { useEffect, useRef } from 'react';
import { reloadPage } from '../../lib/reloadPage';

/** Loads the page anew once the caller is gone for good. Spec 2, point 4: "page reloads on leave". */
export const useReloadOnLeave = (): void => {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // Development mounts everything twice; by then the router has also written the new address.
      setTimeout(() => {
        if (!isHere.current) reloadPage();
      });
    };
  }, []);
};
