import { useMemo } from 'react';
import DOMPurify from 'dompurify';
import styles from './SafeHtml.module.css';

/** Tags that a document may hold; no links, pictures, styles or ids. */
const ALLOWED = ['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'em', 'strong', 'b', 'i', 'br'];

/** Keyboard users can scroll a long text without links only while it has the focus. */
const FOCUSABLE = { tabIndex: 0 };

/** Shows a sanitised document from the server; `lang` is the language of its text. Load it lazily, because the sanitiser is large. */
export const SafeHtml = ({ html, lang }: { html: string; lang: string }) => {
  // The page's content security policy makes browsers with Trusted Types accept only those here.
  const clean = useMemo(
    () => DOMPurify.sanitize(html, { ALLOWED_TAGS: ALLOWED, ALLOWED_ATTR: [], RETURN_TRUSTED_TYPE: true }),
    [html],
  );
  return <div {...FOCUSABLE} lang={lang} className={styles.document} dangerouslySetInnerHTML={{ __html: clean }} />;
};
