import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useText } from './text';

/** The key that the router gives to the first history entry of a visit. */
const FIRST_ENTRY = 'default';

/** Whether this visit has opened another page than its first, to which Back then leads. */
let hasMoved = false;

/** An open menu or dialog keeps the focus: losing it would close the menu or leave the dialog. */
const isBusyElsewhere = () => document.activeElement?.closest('[role="menu"], dialog, [role="dialog"]') != null;

interface PageHeadingProps {
  /** The page's name and the document's title. */
  title: string;
  hidden?: boolean;
  /** For pages that move the focus to the heading later. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  className?: string;
  children?: ReactNode;
}

/**
 * The h1 of a page. It sets the document's title and takes the focus after navigation so that screen readers read it.
 */
export const PageHeading = ({ title, hidden, headingRef, className, children }: PageHeadingProps) => {
  const t = useText();
  const { key } = useLocation();
  const own = useRef<HTMLHeadingElement>(null);
  const heading = headingRef ?? own;
  const arrivedBy = useRef(key);
  useEffect(() => {
    document.title = t('app.documentTitle', { page: title });
  }, [t, title]);
  useEffect(() => {
    hasMoved ||= arrivedBy.current !== FIRST_ENTRY;
    if (hasMoved && !isBusyElsewhere()) heading.current?.focus({ preventScroll: true });
  }, [heading]);
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'visually-hidden' : className}>
      {children ?? title}
    </h1>
  );
};
