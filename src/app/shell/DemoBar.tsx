import { useId } from 'react';
import { readSettings } from '../../lib/settings';
import { T } from '../../ui/text';
import styles from './DemoBar.module.css';

/** Says on every page of a demo that it is one; src/early.ts reserves its space before the first paint. */
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
