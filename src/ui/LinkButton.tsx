import type { ReactNode } from 'react';
import styles from './LinkButton.module.css';

/** A button that looks like a link in a text, such as one that opens a document in a dialog. */
export const LinkButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.link} onClick={onClick}>
    {children}
  </button>
);
