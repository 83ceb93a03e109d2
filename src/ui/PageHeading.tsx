import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useText } from './text';

/** The key that the router gives to the first entry of a visit. */
const FIRST_ENTRY = 'default';

/** What is open over the page keeps the focus: a menu would close, a dialog would be left. */
const isBusyElsewhere = () => document.activeElement?.closest('[role="menu"], [role="dialog"]') != null;

interface PageHeadingProps {
  /** The page's name, also the document's title. */
  title: string;
  hidden?: boolean;
  className?: string;
  children?: ReactNode;
}

/** The h1 of a page: names the document, and takes the focus after a change of page so that it is read out. */
export const PageHeading = ({ title, hidden, className, children }: PageHeadingProps) => {
  const t = useText();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedBy = useRef(key);
  useEffect(() => {
    document.title = t('app.documentTitle', { page: title });
  }, [t, title]);
  useEffect(() => {
    if (arrivedBy.current !== FIRST_ENTRY && !isBusyElsewhere()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'visually-hidden' : className}>
      {children ?? title}
    </h1>
  );
};
