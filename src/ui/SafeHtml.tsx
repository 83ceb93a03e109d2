import { useMemo } from 'react';
import DOMPurify from 'dompurify';
import styles from './SafeHtml.module.css';

/** What a document may hold: headings, paragraphs, lists and emphasis; no links, pictures, styles or ids. */
const ALLOWED = ['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'em', 'strong', 'b', 'i', 'br'];

/** A long text without links is scrolled by keyboard only while it has the focus. */
const FOCUSABLE = { tabIndex: 0 };

/** A document of the server as it may safely be shown. Load it lazily: the sanitiser is heavy. */
export const SafeHtml = ({ html }: { html: string }) => {
  // Where the browser knows Trusted Types, they are what the page's policy lets into the document.
  const clean = useMemo(
    () => DOMPurify.sanitize(html, { ALLOWED_TAGS: ALLOWED, ALLOWED_ATTR: [], RETURN_TRUSTED_TYPE: true }),
    [html],
  );
  return <div {...FOCUSABLE} className={styles.document} dangerouslySetInnerHTML={{ __html: clean }} />;
};
