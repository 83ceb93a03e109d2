import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icons';
import styles from './FormMessage.module.css';

/** Shows an error of the whole form, or that something succeeded, above its fields, and scrolls to it. */
export const FormMessage = ({ isGood, children }: { isGood?: boolean; children: ReactNode }) => {
  const box = useRef<HTMLParagraphElement>(null);
  // In Chromium 156 scrollIntoView returns a promise, which React would call as the effect's clean-up.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <p ref={box} className={cx(styles.message, isGood && styles.good)} role={isGood ? undefined : 'alert'}>
      <Icon name={isGood ? 'check' : 'warning'} />
      <span>{children}</span>
    </p>
  );
};
