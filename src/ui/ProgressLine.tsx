import { useDelayed } from './useDelayed';
import { useText } from './text';
import styles from './ProgressLine.module.css';

/** A thin line at the top while a page loads. Pages that load quickly show none. */
export const ProgressLine = () => {
  const t = useText();
  return useDelayed(true) ? <div className={styles.line} role="progressbar" aria-label={t('ui.loading')} /> : null;
};
