import { memo } from 'react';
import { cx } from '../../ui/cx';
import { Skeleton } from '../../ui/LoadState';
import styles from './ApplicationCard.module.css';
import cardFactsStyles from './CardFacts.module.css';
import cardTextStyles from './CardText.module.css';

/** Edge of a photo in px: across the page, beside an applicant, and on a phone. */
export const PHOTO = { page: 56, beside: 48, phone: 56 } as const;

export type ListLayout = keyof typeof PHOTO;

/** A placeholder of the same height as a card. */
export const CardSkeleton = memo(({ layout }: { layout: ListLayout }) => (
  <div className={cx(styles.card, styles.skeleton)} aria-hidden="true">
    <div className={styles.photo}>
      <Skeleton width={PHOTO[layout]} height={PHOTO[layout]} round />
    </div>
    <div className={cardTextStyles.who}>
      <p className={cardTextStyles.name}>
        <Skeleton width={140} height={16} />
      </p>
      <p className={cardTextStyles.fact}>
        <Skeleton width={96} />
      </p>
      <p className={cardTextStyles.fact}>
        <Skeleton width={220} />
      </p>
    </div>
    <div className={cardFactsStyles.facts}>
      <div />
      <div />
      <Skeleton width={88} />
    </div>
  </div>
));
CardSkeleton.displayName = 'CardSkeleton';
