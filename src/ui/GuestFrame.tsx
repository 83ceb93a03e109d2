import { createContext, use, type ReactNode } from 'react';
import { cx } from './cx';
import { Logo } from './icons';
import { T } from './text';
import { Link } from './router';
import styles from './GuestFrame.module.css';

/** The content of the top right corner of guest pages: the language menu, which needs the store. */
export const GuestCornerContext = createContext<ReactNode>(null);
/** The notices of a guest page, which need the store. */
export const GuestNoticesContext = createContext<ReactNode>(null);

interface GuestFrameProps {
  /** Makes room for forms with fields side by side. */
  wide?: boolean;
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of pages that need no session: one card. */
export const GuestFrame = ({ wide, below, children }: GuestFrameProps) => (
  <div className={styles.frame}>
    <header className={styles.top}>
      <Link to="/" className={styles.brand}>
        <Logo />
        <T id="app.name" />
      </Link>
      {use(GuestCornerContext)}
    </header>
    <main tabIndex={-1} className={styles.main}>
      <div className={cx(styles.card, wide && styles.wide)}>{children}</div>
      {below}
    </main>
  </div>
);

export const GuestHead = ({ heading, lead }: { heading: ReactNode; lead?: ReactNode }) => (
  <div className={styles.head}>
    {heading}
    {lead && <p className="soft">{lead}</p>}
    <div role="status" className={styles.notices}>
      {use(GuestNoticesContext)}
    </div>
  </div>
);

export const GuestFoot = ({ children }: { children: ReactNode }) => <p className={styles.foot}>{children}</p>;
