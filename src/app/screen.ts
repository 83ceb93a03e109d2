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
  const Awaited = lazy(async () => ({ default: await preload() }));
  // Keeps the first component: a different one would remount and lose its state.
  const Screen = () => createElement(useState(() => loaded ?? Awaited)[0]);
  return Object.assign(Screen, { preload });
};
