import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The user reads the newest messages when at most this many px are below the window. */
const AT_END = 48;
/** Loads older messages when less than this many px are above. */
const NEAR_START = 240;

interface Scrolling {
  /** Keys of the first and the last line. */
  first: string | undefined;
  last: string | undefined;
  /** The user sent the last line. */
  isOwn: boolean;
  canReadOn: boolean;
  onOlder: () => void;
}

/**
 * Keeps the newest message in view if the user is at the end, and keeps the position of a user further up when lines
 * are added.
 */
export const useScrolling = ({ first, last, isOwn, canReadOn, onOlder }: Scrolling) => {
  /** The scrolling box; one child element holds its content. */
  const list = useRef<HTMLDivElement>(null);
  const held = useRef({ isAtEnd: true, height: 0, first, last });
  const [hasNewMessages, setHasNewMessages] = useState(false);

  const toEnd = useCallback(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
    setHasNewMessages(false);
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const before = held.current;
    const isNew = last !== before.last;
    if (before.isAtEnd || (isNew && isOwn)) toEnd();
    else {
      if (first !== before.first) element.scrollTop += element.scrollHeight - before.height;
      if (isNew) setHasNewMessages(true);
    }
    held.current = { ...before, height: element.scrollHeight, first, last };
  }, [first, last, isOwn, toEnd]);

  // A phone's keyboard, a map or a failed message changes the height; the end stays in view.
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
    if (isAtEnd) setHasNewMessages(false);
    if (canReadOn && element.scrollTop < NEAR_START) onOlder();
  };
  return { list, hasNewMessages, onScroll, toEnd };
};
