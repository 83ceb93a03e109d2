import { useState, useSyncExternalStore } from 'react';

const STARTS = ['pointerdown', 'mousedown'] as const;
/** A native menu or a drag swallows the release; the next event of this list then ends the press. */
const ENDS = ['pointerup', 'mouseup', 'pointercancel', 'pointermove', 'contextmenu', 'keydown'] as const;

const listeners = new Set<() => void>();
let isPressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const change = (next: boolean) => {
  isPressed = next;
  for (const listener of listeners) listener();
};

const end = () => {
  for (const type of ENDS) window.removeEventListener(type, handleEnd, true);
  // The browser sends the click in the same task as the release.
  timer = setTimeout(() => change(false));
};

const handleEnd = (event: Event) => {
  if (event.type !== 'pointermove' || (event as PointerEvent).buttons === 0) end();
};

// After a tap, the browser sends `mousedown`, `mouseup` and `click` once the finger has left.
const handleStart = ({ button }: MouseEvent) => {
  if (button !== 0) return;
  clearTimeout(timer);
  for (const type of ENDS) window.addEventListener(type, handleEnd, true);
  if (!isPressed) change(true);
};

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) for (const type of STARTS) window.addEventListener(type, handleStart, true);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const type of STARTS) window.removeEventListener(type, handleStart, true);
  };
};

/** Returns whether a mouse button, finger or pen is down. The click at the end still belongs to the press. */
export const useIsPressed = (): boolean => useSyncExternalStore(subscribe, () => isPressed);

/**
 * Returns the value, which stays the same while a pointer is pressed. Errors use it: one that appeared on blur would
 * move the pressed control away from the pointer, and the click would be lost.
 */
export const useUnlessPressed = <V extends string | undefined>(value: V): V => {
  const isHeld = useIsPressed();
  const [shown, setShown] = useState(value);
  if (!isHeld && shown !== value) setShown(value);
  return isHeld ? shown : value;
};
