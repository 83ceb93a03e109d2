import type { ApplicationRow } from '../../domains/applications';
import { Badge } from '../../ui/Badge';
import { useText } from '../../ui/text';
import cardTextStyles from './CardText.module.css';

/** Says that the person applied by the workers' product or on the public page too. */
export const OtherWay = ({ by }: { by: NonNullable<ApplicationRow['otherWay']>['by'] }) => {
  const t = useText();
  const text = t(`applications.card.also.${by}`);
  return (
    <span className={cardTextStyles.by} title={text}>
      <Badge tone="warning">
        <span className={cardTextStyles.cut}>{text}</span>
      </Badge>
    </span>
  );
};
