import { useLayoutEffect, type RefObject } from 'react';
import { freePlace, type Box } from './freePlace';

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
