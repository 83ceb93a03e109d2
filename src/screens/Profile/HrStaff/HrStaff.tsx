import { useEffect, useRef } from 'react';
import { hrActions, nameOf, selectHrAccounts } from '../../../domains/organisation';
import { dataOr, errorOf } from '../../../domains/kit/loadable';
import { paths } from '../../../lib/paths';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { Button, ButtonLink } from '../../../ui/Button';
import { LoadState } from '../../../ui/LoadState';
import { Card } from '../../../ui/Page';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { Skeleton } from '../../../ui/Skeleton';
import { EmptyState } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { useFocusAfterLoss } from '../../../ui/useFocusAfterLoss';
import { HrForm } from './HrForm';
import { HrRow } from './HrRow';
import styles from './HrStaff.module.css';

/** The placeholder rows have the height of real ones, so that the content below does not move. */
const HrStaffSkeleton = () => (
  <div>
    {[0, 1].map((row) => (
      <div key={row} className={styles.row}>
        <div className={styles.skeletonRow}>
          <Skeleton width="40%" height={16} />
          <Skeleton width="60%" />
        </div>
      </div>
    ))}
  </div>
);

/** The HR staff of the organisation, whom only root can add, edit and remove: docs/PRODUCT.md#hr-staff. */
export const HrStaff = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { list, form, removal, inviting } = useFields(selectHrAccounts, 'list', 'form', 'removal', 'inviting');
  const heading = useRef<HTMLHeadingElement>(null);
  const accounts = dataOr(list, []);
  useEffect(() => {
    dispatch(hrActions.listRequested());
    return () => void dispatch(hrActions.pageLeft());
  }, [dispatch]);
  useFocusAfterLoss(heading, list.status === 'loaded' ? accounts.length : null);

  const edited = accounts.find(({ id }) => id === form?.id) ?? null;
  const leaving = accounts.find(({ id }) => id === removal?.id);
  const isEmpty = list.status === 'loaded' && accounts.length === 0;
  const handleAdd = () => void dispatch(hrActions.formOpened({ id: null }));
  return (
    <Card className={styles.section}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          <T id="hrStaff.title" />
        </h2>
        {!isEmpty && (
          <div className={styles.tools}>
            <ButtonLink small look="quiet" to={paths.hrImport()}>
              {t('imports.open')}
            </ButtonLink>
            <Button small icon="plus" onClick={handleAdd}>
              {t('hrStaff.add')}
            </Button>
          </div>
        )}
      </div>
      <LoadState load={list} skeleton={<HrStaffSkeleton />} onRetry={() => void dispatch(hrActions.listRequested())}>
        {isEmpty ? (
          <EmptyState
            icon="profile"
            title={<T id="hrStaff.empty.title" />}
            text={<T id="hrStaff.empty.text" />}
            action={
              <>
                <Button icon="plus" onClick={handleAdd}>
                  {t('hrStaff.add')}
                </Button>
                <ButtonLink to={paths.hrImport()}>{t('imports.open')}</ButtonLink>
              </>
            }
          />
        ) : (
          <ul>
            {accounts.map((account) => (
              <HrRow
                key={account.id}
                account={account}
                isInviting={inviting[account.id]?.status === 'loading'}
                onEdit={() => dispatch(hrActions.formOpened({ id: account.id }))}
                onDelete={() => dispatch(hrActions.removalRequested({ id: account.id }))}
                onInvite={() => dispatch(hrActions.invitationRequested({ id: account.id, email: account.email }))}
              />
            ))}
          </ul>
        )}
      </LoadState>
      {form && (form.id === null || edited) && <HrForm key={form.id} account={edited} />}
      {removal && leaving && (
        <RemovalDialog
          title={t('hrStaff.delete.title', { name: nameOf(leaving) })}
          text={t('hrStaff.delete.text')}
          action={t('hrStaff.delete.action')}
          isBusy={removal.status.status === 'loading'}
          failure={errorOf(removal.status)}
          onConfirm={() => dispatch(hrActions.removalConfirmed({ id: removal.id }))}
          onCancel={() => dispatch(hrActions.removalDismissed())}
        />
      )}
    </Card>
  );
};
