import { quantityChosen } from '../../domains/basket';
import { useAppDispatch } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { useText } from '../../ui/text';
import styles from './PaymentBasket.module.css';

interface StepperProps {
  itemId: string;
  title: string;
  quantity: number;
  limit: number;
}

/** Changes the quantity in steps of one, from one to the limit. A disabled button keeps the focus. */
export const Stepper = ({ itemId, title, quantity, limit }: StepperProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const step = (by: number) => {
    const next = quantity + by;
    if (next >= 1 && next <= limit) dispatch(quantityChosen({ itemId, quantity: next }));
  };
  return (
    <div role="group" className={styles.stepper} aria-label={t('basket.quantity', { title })}>
      <IconButton
        icon="minus"
        label={t('basket.less', { title })}
        aria-disabled={quantity <= 1 || undefined}
        onClick={() => step(-1)}
      />
      <span className={styles.quantity}>{quantity}</span>
      <IconButton
        icon="plus"
        label={t('basket.more', { title })}
        aria-disabled={quantity >= limit || undefined}
        onClick={() => step(1)}
      />
    </div>
  );
};
