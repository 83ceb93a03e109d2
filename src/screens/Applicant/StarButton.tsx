import type { ApplicationDetail } from '../../domains/applications';
import { IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { useText } from '../../ui/text';
import styles from './Applicant.module.css';

/** The star of an application that may be shortlisted: its job is active. */
export interface Star {
  isPending: boolean;
  onToggle: () => void;
}

/** On the shortlist or not; flips when the server has accepted. Spec 1, point 4. */
export const StarButton = ({ application, star }: { application: ApplicationDetail; star: Star }) => {
  const t = useText();
  const { isShortListed, user } = application;
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <IconButton
      icon="star"
      look="secondary"
      filled={isShortListed}
      className={cx(isShortListed && styles.starred)}
      aria-pressed={isShortListed}
      aria-busy={star.isPending || undefined}
      label={t(isShortListed ? 'applications.card.remove' : 'applications.card.add', { name })}
      onClick={star.onToggle}
    />
  );
};
