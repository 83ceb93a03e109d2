import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Page.module.css';

export const Page = ({ narrow, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={cx(styles.page, narrow && styles.narrow)}>{children}</div>
);

export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx('card', className)}>{children}</div>
);
