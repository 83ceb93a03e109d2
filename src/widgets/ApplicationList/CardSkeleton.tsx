import { memo } from 'react';
import { cx } from '../../ui/cx';
import { Bone } from '../../ui/Skeleton';
import { PHOTO, type ListLayout } from './useRowHeight';
import styles from './ApplicationCard.module.css';
import cardFactsStyles from './CardFacts.module.css';
import cardTextStyles from './CardText.module.css';

/** A placeholder of the same height as a card. */
export const CardSkeleton = memo(({ layout }: { layout: ListLayout }) => (
  <div className={cx(styles.card, styles.bone)} aria-hidden="true">
    <div className={styles.photo}>
      <Bone width={PHOTO[layout]} height={PHOTO[layout]} round />
    </div>
    <div className={cardTextStyles.who}>
      <p className={cardTextStyles.name}>
        <Bone width={140} height={16} />
      </p>
      <p className={cardTextStyles.fact}>
        <Bone width={96} />
      </p>
      <p className={cardTextStyles.fact}>
        <Bone width={220} />
      </p>
    </div>
    <div className={cardFactsStyles.facts}>
      <div />
      <div />
      <Bone width={88} />
    </div>
  </div>
));
CardSkeleton.displayName = 'CardSkeleton';
