import { useId } from 'react';
import {
  addonAdded,
  limitOf,
  productKey,
  selectChangingKey,
  selectIsChanging,
  selectPendingQuantities,
  type Basket,
  type Product,
  addonsRequested,
  packageOf,
  selectAddons,
} from '../../domains/basket';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { isSignedOut } from '../../domains/kit/failure';
import { Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { FormMessage } from '../../ui/FormMessage';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { RetryButton } from '../../ui/State';
import { LimitWarning } from './BasketItems';
import styles from './PaymentBasket.module.css';

const AddonRow = ({ addon, basket }: { addon: Product; basket: Basket }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const pendingQuantities = useAppSelector(selectPendingQuantities);
  const changingKey = useAppSelector(selectChangingKey);
  const isChanging = useAppSelector(selectIsChanging);
  const { title } = addon;
  const item = basket.items.find(({ product }) => product?.id === addon.id);
  const count = item ? (pendingQuantities[item._id] ?? item.quantity) : 0;
  const isFull = count >= limitOf(addon);
  const format = (amount: number) => formatPrice(amount, addon.currency, locale);
  return (
    <li className={styles.row}>
      {addon.imageUrl !== null && (
        <img className={styles.picture} src={addon.imageUrl} alt="" width={48} height={48} loading="lazy" />
      )}
      <div className={styles.what}>
        <h3 className="size-16 breaks">{title}</h3>
        <p className="hint">{addon.features.map(({ description }) => description).join(' · ')}</p>
      </div>
      <p className={styles.price}>{format(addon.rule_price ?? addon.price)}</p>
      <Button
        small
        icon="plus"
        busy={isChanging && changingKey === productKey(addon.id)}
        aria-label={t(count > 0 ? 'basket.addons.anotherLabel' : 'basket.addons.addLabel', { title })}
        aria-disabled={isFull || undefined}
        onClick={() => !isFull && dispatch(addonAdded({ productId: addon.id }))}
      >
        {t('basket.addons.add')}
      </Button>
      {count > 0 && <T as="p" className={styles.inBasket} id="basket.addons.inBasket" values={{ count }} />}
      <LimitWarning changedAt={productKey(addon.id)} isReached={isFull} isQuiet={isFull} />
    </li>
  );
};

const AddonsSkeleton = () => (
  <ul className={styles.rows}>
    {[1, 2].map((row) => (
      <li key={row} className={styles.row}>
        <div className={styles.what}>
          <Skeleton width={160} height={20} />
          <Skeleton width={220} />
        </div>
        <Skeleton width={96} height={40} />
      </li>
    ))}
  </ul>
);

export const Addons = ({ basket }: { basket: Basket }) => {
  const id = useId();
  const dispatch = useAppDispatch();
  const addons = useAppSelector(selectAddons);
  const packageId = packageOf(basket)?.product?.id;
  const retry = () => packageId !== undefined && dispatch(addonsRequested({ packageId }));
  const isFailed = addons.status === 'failed' && !isSignedOut(addons.error);
  const list = addons.status === 'loaded' ? addons.data : [];
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.sectionTitle}>
        <T id="basket.addons.title" />
      </h2>
      {isFailed ? (
        <div className={styles.problem}>
          <FormMessage>
            <T id="basket.anErrorOccuredWhileLoadingAddons" />
          </FormMessage>
          <RetryButton small onClick={retry} />
        </div>
      ) : (
        <LoadState load={addons} skeleton={<AddonsSkeleton />} onRetry={retry}>
          {list.length === 0 ? (
            <T as="p" className="hint" id="basket.noAddonForSelectedPackage" />
          ) : (
            <ul className={styles.rows}>
              {list.map((addon) => (
                <AddonRow key={addon.id} addon={addon} basket={basket} />
              ))}
            </ul>
          )}
        </LoadState>
      )}
    </section>
  );
};
