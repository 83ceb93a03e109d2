import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

type Part<P> = ComponentType<P> & {
  /** Loads the part before it is shown; a failure waits for the next attempt. */
  preload: () => void;
};

/** Loads what `lazyPart` shows for a part that cannot load; must happen while there is a connection. */
export const loadFailedParts = () => import('./FailedPart');

/**
 * Returns a component that loads when it is first shown. Until then it renders `waiting`. If it cannot load, only this
 * part of the page says so, unless nobody misses it, and offers another attempt; `React.lazy` would replace the whole
 * page and keep the failure.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
  failed: 'line' | 'dialog' | 'nothing' = 'line',
): Part<P> => {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const LazyPart = (props: P) => {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      const show = (part: ComponentType<P>) => setShown(() => part);
      if (!Shown) loadOnce().then(show, async () => show((await loadFailedParts())[failed](loadOnce, show)));
    }, [Shown]);
    return Shown ? createElement(Shown, props) : waiting;
  };
  return Object.assign(LazyPart, { preload: () => void loadOnce().catch(() => undefined) });
};

/** Returns a dialog that loads when it is first shown. If it cannot load, a dialog says so in its place. */
export const lazyDialog = <P extends { open?: boolean; onClose?: () => void }>(
  load: () => Promise<ComponentType<P>>,
  waiting?: ReactNode,
): Part<P> => lazyPart(load, waiting, 'dialog');
