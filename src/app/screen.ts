import { createElement, lazy, useState, type ComponentType } from 'react';

/** `preload` fetches it before it is shown. */
export type Preloaded = ComponentType & { preload?: () => Promise<unknown> };

/**
 * A part of the program that is loaded when it is first shown, or before, by `preload`: then it is drawn at once. What
 * `React.lazy` brings waits even if it is there, and React lets what comes after such a wait be seen 300 ms after its
 * beginning at the earliest (https://react.dev/reference/react/Suspense).
 */
export const screen = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined;
  const preload = async () => (loaded ??= await load());
  const Awaited = lazy(async () => ({ default: await preload() }));
  // What was shown first stays: another in its place would begin anew.
  const Screen = () => createElement(useState(() => loaded ?? Awaited)[0]);
  return Object.assign(Screen, { preload });
};
