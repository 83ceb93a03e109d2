import { createElement, lazy, useState, type ComponentType } from 'react';

export type Preloaded = ComponentType & { preload?: () => Promise<unknown> };

/**
 * Makes a component that loads when it is first shown, or earlier by `preload`; a preloaded one renders at once.
 * `React.lazy` would suspend even then, and React reveals the content after a suspension 300 ms later at the earliest
 * (https://react.dev/reference/react/Suspense).
 */
export const screen = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined;
  const preload = async () => (loaded ??= await load());
  const wait = () =>
    lazy(async () => {
      try {
        return { default: await preload() };
      } catch (error) {
        // React keeps a failed load. Renewed at once, it would load again and again without a connection.
        addEventListener('online', () => (Awaited = wait()), { once: true });
        throw error;
      }
    });
  let Awaited = wait();
  // Keeps the first component: a different one would remount and lose its state.
  const Screen = () => createElement(useState(() => loaded ?? Awaited)[0]);
  return Object.assign(Screen, { preload });
};
