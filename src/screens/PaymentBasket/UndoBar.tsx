import { useEffect, useRef } from 'react';
import { removalUndone, selectChangingKey, selectIsChanging, selectRemoved } from '../../domains/basket';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import styles from './PaymentBasket.module.css';

/** Says which item was removed or replaced, and offers to restore it. It takes the focus, because the focused row is gone. */
export const UndoBar = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const removed = useAppSelector(selectRemoved);
  const isChanging = useAppSelector(selectIsChanging);
  const changingKey = useAppSelector(selectChangingKey);
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed && (document.activeElement === null || document.activeElement === document.body)) undo.current?.focus();
  }, [removed]);
  return (
    <div role="status">
      {removed && (
        <div className={styles.undo}>
          <p>
            {removed.replacedBy === undefined ? (
              <T id="basket.removed" values={{ title: removed.title }} />
            ) : (
              <T id="basket.replaced" values={{ before: removed.title, after: removed.replacedBy }} />
            )}
          </p>
          <Button
            ref={undo}
            small
            busy={isChanging && changingKey === 'removed'}
            onClick={() => dispatch(removalUndone())}
          >
            {t('basket.undo')}
          </Button>
        </div>
      )}
    </div>
  );
};
