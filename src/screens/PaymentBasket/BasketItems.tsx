import { useId, type RefObject } from 'react';
import type { Basket } from '../../domains/basket';
import { T } from '../../ui/text';
import { ItemRow } from './ItemRow';
import styles from './PaymentBasket.module.css';

/** The items of the basket: the package or plan first, then its add-ons. */
export const BasketItems = ({ basket, heading }: { basket: Basket; heading: RefObject<HTMLHeadingElement | null> }) => {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 ref={heading} tabIndex={-1} id={id} className={styles.sectionTitle}>
        <T id="basket.items" />
      </h2>
      <ul className={styles.rows}>
        {basket.items.map((item) => (
          <ItemRow key={item._id} item={item} currency={basket.currency} />
        ))}
      </ul>
    </section>
  );
};
