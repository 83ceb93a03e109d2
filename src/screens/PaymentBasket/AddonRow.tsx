import {
  addonAdded,
  limitOf,
  productKey,
  selectChanging,
  selectIsChanging,
  selectWanted,
  type Basket,
  type Product,
} from '../../domains/basket';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { LimitWarning } from './LimitWarning';
import styles from './PaymentBasket.module.css';

export const AddonRow = ({ addon, basket }: { addon: Product; basket: Basket }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const wanted = useAppSelector(selectWanted);
  const changing = useAppSelector(selectChanging);
  const isChanging = useAppSelector(selectIsChanging);
  const { title } = addon;
  const item = basket.items.find(({ product }) => product?.id === addon.id);
  const count = item ? (wanted[item._id] ?? item.quantity) : 0;
  const isFull = count >= limitOf(addon);
  const shown = (amount: number) => formatPrice(amount, addon.currency, locale);
  return (
    <li className={styles.row}>
      {addon.imageUrl !== null && (
        <img className={styles.picture} src={addon.imageUrl} alt="" width={48} height={48} loading="lazy" />
      )}
      <div className={styles.what}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.soft}>{addon.features.map(({ description }) => description).join(' · ')}</p>
      </div>
      <p className={styles.price}>{shown(addon.rule_price ?? addon.price)}</p>
      <Button
        small
        icon="plus"
        busy={isChanging && changing === productKey(addon.id)}
        aria-label={t(count > 0 ? 'basket.addons.anotherLabel' : 'basket.addons.addLabel', { title })}
        aria-disabled={isFull || undefined}
        onClick={() => !isFull && dispatch(addonAdded({ productId: addon.id }))}
      >
        {t('basket.addons.add')}
      </Button>
      {count > 0 && (
        <p className={styles.inBasket}>
          <T id="basket.addons.inBasket" values={{ count }} />
        </p>
      )}
      <LimitWarning changedAt={productKey(addon.id)} isReached={isFull} isQuiet={isFull} />
    </li>
  );
};
