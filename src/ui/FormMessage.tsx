import type { ReactNode } from 'react';
import { Icon } from './icons';
import styles from './FormMessage.module.css';

/** Shows an error of the whole form, above its fields. */
export const FormMessage = ({ children }: { children: ReactNode }) => (
  <p className={styles.message} role="alert">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);
