import type { ReactNode } from 'react';
import styles from './FormModal.module.css';

/** Shows two fields side by side, or one below the other on a phone. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
