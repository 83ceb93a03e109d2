import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { tripOf } from '../../lib/trip';
import { ButtonLink } from '../../ui/Button';
import { T } from '../../ui/text';
import styles from './Applicant.module.css';

/** A link back to the list at its old scroll offset, or to the job's list if the user came from no list. */
export const BackLink = ({ jobId }: { jobId: number }) => {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const trip = tripOf(state);
  const handleClick = (event: MouseEvent) => {
    if (!trip || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-trip.depth);
  };
  return (
    <ButtonLink
      to={trip?.list ?? `${paths.jobDetail(jobId)}${search}`}
      look="quiet"
      small
      icon="back"
      className={styles.back}
      onClick={handleClick}
    >
      <T id="applicant.back" />
    </ButtonLink>
  );
};
