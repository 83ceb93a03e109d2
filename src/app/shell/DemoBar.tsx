import { useId } from 'react';
import { readSettings } from '../../lib/settings';
import { T } from '../../ui/text';
import styles from './DemoBar.module.css';

/** Says on every page of a demo that it is one; its room is kept from the first paint on (src/early.ts). */
export const DemoBar = () => {
  const id = useId();
  if (!readSettings().demo) return null;
  return (
    <aside className={styles.bar} aria-labelledby={id}>
      <span id={id}>
        <T id="shell.demo" />
      </span>
    </aside>
  );
};
