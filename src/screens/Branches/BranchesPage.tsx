import { useEffect, useRef } from 'react';
import { branchActions, selectBranches } from '../../domains/organisation';
import { formRequested, selectProfileForm } from '../../domains/profile';
import { dataOr } from '../../domains/kit/loadable';
import { selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { LoadState } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { Name, T, useText } from '../../ui/text';
import { useFocusAfterLoss } from '../../ui/useFocusAfterLoss';
import { BranchForm } from './BranchForm';
import { BranchList } from './BranchList';
import { BranchRemoval } from './BranchRemoval';
import styles from './Branches.module.css';

const ROWS = [1, 2, 3, 4];

const BranchesSkeleton = () => (
  <Card>
    <ul>
      {ROWS.map((row) => (
        <li key={row} className={styles.row}>
          <Skeleton width={48} height={48} round />
          <div className={styles.text}>
            <Skeleton width="40%" height={18} />
            <Skeleton width="60%" />
          </div>
        </li>
      ))}
    </ul>
  </Card>
);

/** The branches of the organisation, for HR staff and root. */
export const BranchesPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { list, form, removal } = useFields(selectBranches, 'list', 'form', 'removal');
  const definition = useAppSelector(selectProfileForm);
  const summary = useRef<HTMLParagraphElement>(null);
  const branches = dataOr(list, []);
  useEffect(() => {
    dispatch(branchActions.listRequested());
    dispatch(formRequested());
    return () => void dispatch(branchActions.pageLeft());
  }, [dispatch]);
  useFocusAfterLoss(summary, list.status === 'loaded' ? branches.length : null);
  if (!user) return null;

  const edited = branches.find(({ id }) => id === form?.id) ?? null;
  const leaving = branches.find(({ id }) => id === removal?.id);
  // The definition decides the form's layout. If it fails to load, the form opens without the fields that need it.
  const isFormReady = definition.status === 'loaded' || definition.status === 'failed';
  return (
    <Page>
      <div className={styles.head}>
        <div>
          <PageHeading title={t('branches.title')} />
          <p ref={summary} tabIndex={-1} className={styles.company}>
            {user.companyName ? <Name>{user.companyName}</Name> : <T id="profile.unknownCompany" />}
          </p>
        </div>
        {branches.length > 0 && (
          <div className={styles.tools}>
            <ButtonLink to={paths.branchImport()}>{t('imports.open')}</ButtonLink>
            <Button look="primary" icon="plus" onClick={() => dispatch(branchActions.formOpened({ id: null }))}>
              {t('branches.add')}
            </Button>
          </div>
        )}
      </div>
      <LoadState
        load={list}
        skeleton={<BranchesSkeleton />}
        onRetry={() => void dispatch(branchActions.listRequested())}
      >
        <BranchList branches={branches} />
      </LoadState>
      {form && isFormReady && (form.id === null || edited) && <BranchForm key={form.id} branch={edited} user={user} />}
      {leaving && <BranchRemoval branch={leaving} />}
      <FormConfigFailure
        failure={form && definition.status === 'failed' ? definition.error : null}
        onRetry={() => void dispatch(formRequested())}
      />
    </Page>
  );
};
