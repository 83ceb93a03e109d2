import type { ShownLoad } from '../../ui/LoadState';
import { useHasText, useText } from '../../ui/text';
import styles from './JobForm.module.css';

/** Why something could not be added: what the server said, or "Unknown error". Spec 1, point 8. */
export const AdditionProblem = ({ addition }: { addition: ShownLoad }) => {
  const t = useText();
  const hasText = useHasText();
  if (addition.status !== 'failed') return null;
  const { kind, key } = addition.error;
  const byKey = `errors.keys.${key}`;
  const byKind = `errors.kinds.${kind}` as const;
  return (
    <p className={styles.problem} role="alert">
      {kind === 'unknown' ? t('jobForm.errors.unknown') : t(hasText(byKey) && kind !== 'network' ? byKey : byKind)}
    </p>
  );
};
