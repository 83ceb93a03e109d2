import { fullName } from '../../../contract/constants/text';
import type { ApplicationDetail } from '../../domains/applications';
import { IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { useText } from '../../ui/text';
import styles from './Applicant.module.css';

/** The shortlist toggle of an application whose job is active. */
export interface Star {
  isPending: boolean;
  onToggle: () => void;
}

/**
 * Shows whether the application is on the shortlist. It changes after the server has accepted the toggle:
 * docs/PRODUCT.md#shortlist.
 */
export const StarButton = ({ application, star }: { application: ApplicationDetail; star: Star }) => {
  const t = useText();
  const { user, isShortListed } = application;
  const name = fullName(user);
  return (
    <IconButton
      icon="star"
      look="secondary"
      filled={isShortListed}
      className={cx(isShortListed && styles.starred)}
      aria-pressed={isShortListed}
      aria-busy={star.isPending || undefined}
      label={t(isShortListed ? 'applications.card.remove' : 'applications.card.add', { name })}
      onClick={({ detail }) => detail < 2 && star.onToggle()}
    />
  );
};
