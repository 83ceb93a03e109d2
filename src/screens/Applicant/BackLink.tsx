import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { listOriginOf } from '../../lib/listOrigin';
import { ButtonLink } from '../../ui/Button';
import { T } from '../../ui/text';
import styles from './Applicant.module.css';

/** A link back to the list at its old scroll offset, or to the job's list if the user came from no list. */
export const BackLink = ({ jobId }: { jobId: number }) => {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const origin = listOriginOf(state);
  const handleClick = (event: MouseEvent) => {
    if (!origin || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-origin.depth);
  };
  return (
    <ButtonLink
      to={origin?.list ?? `${paths.jobDetail(jobId)}${search}`}
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
