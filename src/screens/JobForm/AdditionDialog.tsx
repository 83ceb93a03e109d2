import { useEffect, type FormEvent, type ReactNode } from 'react';
import { additionReset } from '../../domains/jobs';
import type { Loadable } from '../../domains/kit/loadable';
import { useAppDispatch } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useHasText, useText } from '../../ui/text';
import styles from './JobForm.module.css';

/** Shows why an addition failed: the server's reason, or "Unknown error" (docs/PRODUCT.md#places-of-work). */
export const AdditionProblem = ({ addition }: { addition: Loadable<number> }) => {
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

interface AdditionDialogProps {
  /** Id of the form's element. */
  id: string;
  title: string;
  wide?: boolean;
  /** The state of the addition with the id of what was added. */
  addition: Loadable<number>;
  onSubmit: () => void;
  onAdded: (id: number) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the job form that adds something the form can choose. */
export const AdditionDialog = (props: AdditionDialogProps) => {
  const { id, title, wide, addition, onSubmit, onAdded, onClose, children } = props;
  const t = useText();
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(additionReset());
    return () => void dispatch(additionReset());
  }, [dispatch]);
  const added = addition.status === 'loaded' ? addition.data : null;
  useEffect(() => {
    if (added !== null) onAdded(added);
  }, [added, onAdded]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the submit to the surrounding job form, which must not submit.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Modal
      open
      wide={wide}
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="primary" type="submit" form={id} busy={addition.status === 'loading'}>
            {t('jobForm.add')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.dialogForm} onSubmit={handleSubmit} noValidate>
        {children}
      </form>
      <AdditionProblem addition={addition} />
    </Modal>
  );
};
