import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { listOriginOf } from '../../lib/listOrigin';
import { ButtonLink } from '../../ui/Button';
import { useText } from '../../ui/text';
import styles from './Applicant.module.css';

interface BackLinkProps {
  jobId: number;
  /** Shows a cross that closes the applicant beside the list. */
  closes?: boolean;
}

/** A link back to the list at its old scroll offset, or to the job's list if the user came from no list. */
export const BackLink = ({ jobId, closes = false }: BackLinkProps) => {
  const t = useText();
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
      icon={closes ? 'close' : 'back'}
      className={closes ? undefined : styles.back}
      aria-label={closes ? t('applicant.close') : undefined}
      title={closes ? t('applicant.close') : undefined}
      onClick={handleClick}
    >
      {!closes && t('applicant.back')}
    </ButtonLink>
  );
};
