import { useEffect, useState } from 'react';

/** Returns true once `on` has been true for `ms` milliseconds, so that quick loads show no loading state. */
export const useDelayed = (on: boolean, ms = 150): boolean => {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [on, ms]);
  return on && passed;
};
