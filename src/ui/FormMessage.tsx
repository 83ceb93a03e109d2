import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icons';
import styles from './FormMessage.module.css';

/** Shows an error of the whole form, above its fields, and scrolls to it. */
export const FormMessage = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.scrollIntoView?.({ block: 'nearest' }), []);
  return (
    <p ref={box} className={styles.message} role="alert">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
};
