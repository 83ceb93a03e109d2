import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Within so many px of the end one is reading the newest. */
const AT_END = 48;
/** So many px before the beginning older messages are asked for. */
const NEAR_START = 240;

interface Scrolling {
  /** Keys of the first and the last line. */
  first: string | undefined;
  last: string | undefined;
  /** The last line is one's own. */
  isOwn: boolean;
  canReadOn: boolean;
  onOlder: () => void;
}

/** Keeps the newest in sight for who reads there, and the place of who reads further up when lines come above or below. */
export const useScrolling = ({ first, last, isOwn, canReadOn, onOlder }: Scrolling) => {
  /** The box that scrolls; what is in it stands in one element. */
  const list = useRef<HTMLDivElement>(null);
  const held = useRef({ isAtEnd: true, height: 0, first, last });
  const [hasNews, setNews] = useState(false);

  const toEnd = useCallback(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
    setNews(false);
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const before = held.current;
    const isNew = last !== before.last;
    if (before.isAtEnd || (isNew && isOwn)) toEnd();
    else {
      if (first !== before.first) element.scrollTop += element.scrollHeight - before.height;
      if (isNew) setNews(true);
    }
    held.current = { ...before, height: element.scrollHeight, first, last };
  }, [first, last, isOwn, toEnd]);

  // A keyboard that comes up takes room, and a map that is drawn or a message that could not be sent asks for more: the end
  // stays in sight.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (held.current.isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END;
    held.current.isAtEnd = isAtEnd;
    if (isAtEnd) setNews(false);
    if (canReadOn && element.scrollTop < NEAR_START) onOlder();
  };
  return { list, hasNews, onScroll, toEnd };
};
