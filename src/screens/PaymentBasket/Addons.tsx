import { useId } from 'react';
import { addonsRequested, packageOf, selectAddons, type Basket } from '../../domains/basket';
import { isSignedOut } from '../../domains/kit/failure';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { LoadState } from '../../ui/LoadState';
import { Skeleton } from '../../ui/Skeleton';
import { T, useText } from '../../ui/text';
import { AddonRow } from './AddonRow';
import styles from './PaymentBasket.module.css';

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
  const t = useText();
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
          <Button small onClick={retry}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        <LoadState load={addons} skeleton={<AddonsSkeleton />} onRetry={retry}>
          {list.length === 0 ? (
            <p className={styles.soft}>
              <T id="basket.noAddonForSelectedPackage" />
            </p>
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
