import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from './icons';
import { T } from './text';
import styles from './GuestFrame.module.css';

interface GuestFrameProps {
  /** Top right: the choice of language. */
  corner?: ReactNode;
  /** Below the card. */
  below?: ReactNode;
  children: ReactNode;
}

/** One card and nothing else: the frame of pages that need no session. */
export const GuestFrame = ({ corner, below, children }: GuestFrameProps) => (
  <div className={styles.frame}>
    <header className={styles.top}>
      <Link to="/" className={styles.brand}>
        <Logo />
        <span>
          <T id="app.name" />
        </span>
      </Link>
      {corner}
    </header>
    <main className={styles.main}>
      <div className={styles.card}>{children}</div>
      {below}
    </main>
  </div>
);
