import { useEffect, useRef } from 'react';
import { removalUndone, selectChanging, selectIsChanging, selectRemoved } from '../../domains/basket';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import styles from './PaymentBasket.module.css';

/** Offers to restore the last removed item. It takes the focus, because the focused row is gone. */
export const UndoBar = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const removed = useAppSelector(selectRemoved);
  const isChanging = useAppSelector(selectIsChanging);
  const changing = useAppSelector(selectChanging);
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed && (document.activeElement === null || document.activeElement === document.body)) undo.current?.focus();
  }, [removed]);
  return (
    <div role="status">
      {removed && (
        <div className={styles.undo}>
          <p>
            <T id="basket.removed" values={{ title: removed.title }} />
          </p>
          <Button
            ref={undo}
            small
            busy={isChanging && changing === 'removed'}
            onClick={() => dispatch(removalUndone())}
          >
            {t('basket.undo')}
          </Button>
        </div>
      )}
    </div>
  );
};
