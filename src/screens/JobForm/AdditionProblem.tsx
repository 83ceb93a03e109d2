import type { ShownLoad } from '../../ui/LoadState';
import { useHasText, useText } from '../../ui/text';
import styles from './JobForm.module.css';

/** Shows why an addition failed: the server's reason, or "Unknown error" (docs/PRODUCT.md#places-of-work). */
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
