import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { ButtonLink, IconButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import styles from './JobsPage.module.css';

const createdOf = (state: unknown): number | null => {
  const { justCreated } = (state ?? {}) as { justCreated?: unknown };
  return typeof justCreated === 'number' ? justCreated : null;
};

/** Says once that the job was created, with a link to its applications. A reload or Back does not show it again. */
export const JustCreated = () => {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [created, setCreated] = useState(() => createdOf(state));
  useEffect(() => {
    if (createdOf(state) !== null) navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [navigate, pathname, search, state]);
  if (created === null) return null;
  return (
    <div className={styles.created} role="status">
      <div>
        <strong>
          <T id="jobs.created.title" />
        </strong>
        <p>
          <T id="jobs.created.text" />
        </p>
      </div>
      <ButtonLink small to={paths.applications({ jobId: created })}>
        {t('jobs.created.next')}
      </ButtonLink>
      <IconButton icon="close" label={t('ui.close')} onClick={() => setCreated(null)} />
    </div>
  );
};
