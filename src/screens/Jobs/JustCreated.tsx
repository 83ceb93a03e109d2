import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { ButtonLink, IconButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import styles from './Jobs.module.css';

interface Created {
  justCreated: number;
  status: string;
}

const createdOf = (state: unknown): Created | null => {
  const { justCreated, status } = (state ?? {}) as Partial<Created>;
  return typeof justCreated === 'number' ? { justCreated, status: String(status) } : null;
};

/** After a job was created: that it is there, and what comes next. Said once; a reload or Back says nothing. */
export const JustCreated = () => {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [created, setCreated] = useState(() => createdOf(state));
  useEffect(() => {
    if (createdOf(state)) navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [navigate, pathname, search, state]);
  if (!created) return null;
  const isDraft = created.status === 'draft';
  return (
    <div className={styles.created} role="status">
      <div>
        {!isDraft && (
          <strong>
            <T id="jobs.created.title" />
          </strong>
        )}
        <p>
          <T id={isDraft ? 'jobs.created.draft' : 'jobs.created.text'} />
        </p>
      </div>
      <ButtonLink
        small
        to={isDraft ? paths.jobEdit(created.justCreated) : paths.applications({ jobId: created.justCreated })}
      >
        {t(isDraft ? 'jobs.edit' : 'jobs.created.next')}
      </ButtonLink>
      <IconButton icon="close" label={t('ui.close')} onClick={() => setCreated(null)} />
    </div>
  );
};
