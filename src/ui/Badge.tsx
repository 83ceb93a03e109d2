import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Badge.module.css';

export type Tone = 'neutral' | 'success' | 'accent' | 'action' | 'warning';

/** A short word on a soft background. */
export const Badge = ({ tone = 'neutral', dot, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) => (
  <span className={cx(styles.badge, styles[tone], dot && styles.dot)}>{children}</span>
);
