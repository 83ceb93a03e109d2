import { useEffect, useRef, type RefObject } from 'react';
import { useTick } from './useTick';

/** Shorter than the browser's own long press, which would open the menu of the row's link. */
const LONG_PRESS_MS = 400;
/** A finger that moves further scrolls or swipes. */
const MOVE_MAX = 10;

/** Ticks the row under a long press of a finger. The click at its end does not open the row. */
export const useLongPress = (list: RefObject<HTMLElement | null>, rows: readonly { id: number }[]) => {
  const tick = useTick();
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    let start: { x: number; y: number } | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let hasTicked = false;
    const end = () => {
      clearTimeout(timer);
      start = null;
    };
    const handleStart = ({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent) => {
      end();
      hasTicked = false;
      const index = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index;
      if (pointerType !== 'touch' || !isPrimary || index === undefined) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        const row = latest.current[Number(index)];
        end();
        if (!row) return;
        hasTicked = true;
        tick(row.id, false);
      }, LONG_PRESS_MS);
    };
    const handleMove = ({ clientX, clientY }: PointerEvent) => {
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MOVE_MAX) end();
    };
    const handleMenu = (event: Event) => {
      if (start || hasTicked) event.preventDefault();
    };
    const handleClick = (event: Event) => {
      if (!hasTicked) return;
      hasTicked = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const listeners = [
      ['pointerdown', handleStart],
      ['pointermove', handleMove],
      ['pointerup', end],
      ['pointercancel', end],
      ['contextmenu', handleMenu],
      ['click', handleClick],
    ] as [string, EventListener][];
    // The click must not reach the row's link.
    for (const [type, listener] of listeners) box.addEventListener(type, listener, true);
    return () => {
      end();
      for (const [type, listener] of listeners) box.removeEventListener(type, listener, true);
    };
  }, [list, tick]);
};
