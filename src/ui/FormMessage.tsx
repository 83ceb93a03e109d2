import type { ReactNode } from 'react';
import { Icon } from './icons';
import styles from './FormMessage.module.css';

/** What went wrong with a form as a whole; stands above its fields. */
export const FormMessage = ({ children }: { children: ReactNode }) => (
  <p className={styles.message} role="alert">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);
