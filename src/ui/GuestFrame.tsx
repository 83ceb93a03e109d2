import { createContext, use, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './cx';
import { Logo } from './icons';
import { T } from './text';
import styles from './GuestFrame.module.css';

/** Top right of every page for guests: the choice of language, which needs the store. */
export const GuestCornerContext = createContext<ReactNode>(null);

interface GuestFrameProps {
  /** For forms with fields side by side. */
  wide?: boolean;
  /** Below the card. */
  below?: ReactNode;
  children: ReactNode;
}

/** One card and nothing else: the frame of pages that need no session. */
export const GuestFrame = ({ wide, below, children }: GuestFrameProps) => (
  <div className={styles.frame}>
    <header className={styles.top}>
      <Link to="/" className={styles.brand}>
        <Logo />
        <span>
          <T id="app.name" />
        </span>
      </Link>
      {use(GuestCornerContext)}
    </header>
    <main className={styles.main}>
      <div className={cx(styles.card, wide && styles.wide)}>{children}</div>
      {below}
    </main>
  </div>
);

/** What a guest's page is, and a sentence about it. */
export const GuestHead = ({ heading, lead }: { heading: ReactNode; lead?: ReactNode }) => (
  <div className={styles.head}>
    {heading}
    {lead && <p className={styles.lead}>{lead}</p>}
  </div>
);

/** Below a form: the way to another page. */
export const GuestFoot = ({ children }: { children: ReactNode }) => <p className={styles.foot}>{children}</p>;
