import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { FORM_CONFIG_CODE } from '../../../contract/constants/limits';
import { categoriesRequested } from '../../domains/reference';
import { lookupsRequested, selectJobLookups } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { cx } from '../../ui/cx';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { useText } from '../../ui/text';
import styles from './JobForm.module.css';

/** The form's layout without content. */
export const FormSkeleton = () => (
  <div className={styles.layout} aria-busy="true">
    <Card className={cx(styles.section, styles.skeleton)}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <Skeleton width="30%" height={14} />
          <Skeleton width="100%" height={44} />
        </div>
      ))}
    </Card>
  </div>
);

/** The page around the job form, which opens when its definition has loaded. */
export const JobFormFrame = ({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { definition } = useFields(selectJobLookups, 'definition');
  useEffect(() => {
    dispatch(lookupsRequested());
    dispatch(categoriesRequested());
  }, [dispatch]);
  const hasFailed = definition.status === 'failed' && definition.error.status !== 401;
  return (
    <Page>
      <div className={styles.head}>
        <PageHeading title={title} />
        {action}
      </div>
      <LoadState load={hasFailed ? { status: 'loading' } : definition} skeleton={<FormSkeleton />}>
        {children}
      </LoadState>
      <Modal
        open={hasFailed}
        title={t('ui.failed.title')}
        text={t('errors.anErrorOccurred', { code: FORM_CONFIG_CODE })}
        onClose={() => navigate(paths.jobs())}
        foot={
          <Button look="primary" onClick={() => dispatch(lookupsRequested())}>
            {t('ui.retry')}
          </Button>
        }
      />
    </Page>
  );
};
