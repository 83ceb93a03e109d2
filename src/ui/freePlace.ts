import { useLayoutEffect, type RefObject } from 'react';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels between two places that are tried. */
const STEP = 8;
/** Pixels that stay free at the window's edges and around obstacles. */
const MARGIN = 8;

/** Returns the area of `box` that an obstacle and its margin cover, in square pixels. */
const coveredBy = (box: Box, obstacle: Box): number => {
  const width =
    Math.min(box.left + box.width, obstacle.left + obstacle.width + MARGIN) -
    Math.max(box.left, obstacle.left - MARGIN);
  const height =
    Math.min(box.top + box.height, obstacle.top + obstacle.height + MARGIN) - Math.max(box.top, obstacle.top - MARGIN);
  return Math.max(0, width) * Math.max(0, height);
};

/** Returns the places to try: the columns of the usual row first, then rows towards the other end of the window. */
const placesFrom = (usual: Box, view: { width: number; height: number }): Box[] => {
  const other = view.width - usual.left - usual.width;
  const columns = [...new Set([usual.left, (usual.left + other) / 2, other])];
  const isLow = usual.top + usual.height / 2 > view.height / 2;
  const rows = isLow ? Math.max(0, usual.top - MARGIN) : Math.max(0, view.height - MARGIN - usual.height - usual.top);
  return Array.from({ length: Math.floor(rows / STEP) + 1 }, (_, row) =>
    columns.map((left) => ({ ...usual, left, top: usual.top + row * STEP * (isLow ? -1 : 1) })),
  ).flat();
};

/**
 * Returns the first place of a box that covers no obstacle, or else the one that covers least. `current` wins while it
 * is free, so that the box does not move without need.
 */
export const freePlace = (
  usual: Box,
  current: Box,
  view: { width: number; height: number },
  obstacles: readonly Box[],
): Box => {
  let best = usual;
  let least = Infinity;
  for (const place of [current, ...placesFrom(usual, view)]) {
    const covered = obstacles.reduce((sum, obstacle) => sum + coveredBy(place, obstacle), 0);
    if (covered === 0) return place;
    if (covered < least) {
      best = place;
      least = covered;
    }
  }
  return best;
};

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"]';

/** Milliseconds between two looks at the page, which may scroll or change; a scroll ends after so many. */
const LOOK_EVERY = 300;

/** Returns the boxes of the controls in the window; those behind a dialog do not count. */
const controlsOutside = (element: HTMLElement): Box[] => {
  const scope = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  return [...scope.querySelectorAll(CONTROLS)]
    .filter((control) => !element.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 0 && height > 0 && bottom > 0 && top < window.innerHeight);
};

const place = (element: HTMLElement): void => {
  // It must not move away from a pointer on its way to a link or button inside.
  if (element.matches(':focus-within') || element.querySelector(':hover')) return;
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element;
  const usual = { left, top, width, height };
  const [x = 0, y = 0] = element.style.translate.split(' ').map((part) => parseFloat(part) || 0);
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const free = freePlace(usual, { ...usual, left: left + x, top: top + y }, view, controlsOutside(element));
  element.style.translate = `${free.left - left}px ${free.top - top}px`;
};

/**
 * Moves a fixed element, while `isOn`, from its usual place to the nearest one that covers no control. It stays where it
 * is while the page scrolls.
 */
export const useFreePlace = (ref: RefObject<HTMLElement | null>, isOn: boolean): void => {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!isOn || !element) return undefined;
    let scrolledAt = -Infinity;
    const handleScroll = () => {
      scrolledAt = performance.now();
    };
    const look = () => {
      if (performance.now() - scrolledAt >= LOOK_EVERY) place(element);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY);
    window.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', handleScroll, { capture: true });
      element.style.translate = '';
    };
  }, [ref, isOn]);
};
