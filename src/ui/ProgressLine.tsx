import { useDelayed } from './useDelayed';
import { useText } from './text';
import styles from './ProgressLine.module.css';

/** A thin line at the top while a page loads. Pages that load quickly show none. */
export const ProgressLine = ({ on = true }: { on?: boolean }) => {
  const t = useText();
  return useDelayed(on) ? <div className={styles.line} role="progressbar" aria-label={t('ui.loading')} /> : null;
};
