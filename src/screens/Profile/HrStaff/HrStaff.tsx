import { useEffect, useRef } from 'react';
import { fullName } from '../../../../contract/constants/text';
import { hrActions, selectHrAccounts, type HrAccount, type HrValues } from '../../../domains/organisation';
import { shownErrorOf, dataOr, errorOf } from '../../../domains/kit/loadable';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { paths } from '../../../lib/paths';
import { FieldPair } from '../../../ui/FieldPair';
import { FormModal } from '../../../ui/FormModal';
import { T, useText, Name } from '../../../ui/text';
import { EmailField, TextField } from '../../../ui/TextField';
import { IconButton, Button, ButtonLink } from '../../../ui/Button';
import { Invitation } from '../../../ui/Invitation';
import { LoadState } from '../../../ui/LoadState';
import { Card } from '../../../ui/Page';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { Skeleton } from '../../../ui/Skeleton';
import { EmptyState } from '../../../ui/State';
import { useFocusAfterLoss } from '../../../ui/useFocusAfterLoss';
import { fromAccount, hrSchema, toBody } from './form';
import styles from './HrStaff.module.css';

/** Adds an HR account (`account` is null) or edits one. */
const HrForm = ({ account }: { account: HrAccount | null }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { form, save } = useFields(selectHrAccounts, 'form', 'save');
  const id = account?.id ?? null;
  const draft = form?.draft ?? null;
  const handleSubmit = (values: HrValues) => {
    const body = toBody(values);
    dispatch(hrActions.saveSubmitted({ id, body, values, email: body.email }));
  };
  return (
    <FormModal
      title={t(account ? 'hrStaff.editTitle' : 'hrStaff.addTitle')}
      action={t(account ? 'staff.save' : 'staff.invite')}
      initialValues={draft ?? fromAccount(account)}
      schema={hrSchema}
      failure={shownErrorOf(save)}
      isBusy={save.status === 'loading'}
      isRestored={draft !== null}
      onSubmit={handleSubmit}
      onClose={() => dispatch(hrActions.formDismissed())}
    >
      {!account && (
        <p>
          <T id="staff.inviteText" />
        </p>
      )}
      <FieldPair>
        <TextField name="firstName" autoComplete="off" label={t('profile.field.firstName')} />
        <TextField name="lastName" autoComplete="off" label={t('profile.field.lastName')} />
      </FieldPair>
      <EmailField autoComplete="off" label={t('profile.field.email')} />
    </FormModal>
  );
};

interface HrRowProps {
  account: HrAccount;
  isInviting: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onInvite: () => void;
}

const HrRow = ({ account, isInviting, onEdit, onDelete, onInvite }: HrRowProps) => {
  const t = useText();
  const name = fullName(account);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <Name className="strong">{name}</Name>
        <Name className="hint">{account.email}</Name>
      </div>
      <div className="flex">
        <IconButton icon="edit" label={t('staff.editNamed', { name })} onClick={onEdit} />
        <IconButton icon="trash" label={t('staff.deleteNamed', { name })} onClick={onDelete} />
      </div>
      {!account.isActivated && (
        <div className={styles.invitation}>
          <Invitation name={name} invitedAt={account.invitedAt} isBusy={isInviting} onSend={onInvite} />
        </div>
      )}
    </li>
  );
};

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
  const { list, form, removing, removal, inviting } = useFields(
    selectHrAccounts,
    'list',
    'form',
    'removing',
    'removal',
    'inviting',
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const accounts = dataOr(list, []);
  useEffect(() => {
    dispatch(hrActions.listRequested());
    return () => void dispatch(hrActions.pageLeft());
  }, [dispatch]);
  useFocusAfterLoss(heading, list.status === 'loaded' ? accounts.length : null);

  const edited = accounts.find(({ id }) => id === form?.id) ?? null;
  const leaving = accounts.find(({ id }) => id === removing?.id);
  const isEmpty = list.status === 'loaded' && accounts.length === 0;
  const handleAdd = () => void dispatch(hrActions.formOpened({ id: null }));
  return (
    <Card className="stack gap-12 panel">
      <div className="row wrap between gap-12">
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          <T id="hrStaff.title" />
        </h2>
        {!isEmpty && (
          <div className="flex wrap gap-8">
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
      {removing && leaving && (
        <RemovalDialog
          title={t('hrStaff.delete.title', { name: fullName(leaving) })}
          text={t('hrStaff.delete.text')}
          action={t('hrStaff.delete.action')}
          isBusy={removal.status === 'loading'}
          failure={errorOf(removal)}
          onConfirm={() => dispatch(hrActions.removalConfirmed({ id: removing.id }))}
          onCancel={() => dispatch(hrActions.removalDismissed())}
        />
      )}
    </Card>
  );
};
