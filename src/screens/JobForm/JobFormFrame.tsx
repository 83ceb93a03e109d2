import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { categoriesRequested } from '../../domains/reference';
import { lookupsRequested, selectJobLookups } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { LoadState } from '../../ui/LoadState';
import { cx } from '../../ui/cx';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
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
      <FormConfigFailure
        failure={definition.status === 'failed' ? definition.error : null}
        onRetry={() => dispatch(lookupsRequested())}
        onClose={() => navigate(paths.jobs())}
      />
    </Page>
  );
};
