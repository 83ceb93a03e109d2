import { useEffect } from 'react';

/** Sets `--keyboard` to the height that a phone's keyboard covers, for the style sheet. */
export const useKeyboardRoom = () => {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      // Pinch zoom also makes the visible part smaller.
      const covered = viewport.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - viewport.height);
      style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--keyboard');
    };
  }, []);
};
