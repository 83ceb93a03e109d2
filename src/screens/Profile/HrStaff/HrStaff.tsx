import { object } from 'yup';
import { type HrAccount, type HrValues, hrActions, selectHrAccounts } from '../../../domains/organisation';
import { emailRule, requiredText } from '../../../lib/rules';
import { useEffect, useRef } from 'react';
import { fullName } from '../../../../contract/constants/text';
import { shownErrorOf, dataOr, errorOf } from '../../../domains/kit/loadable';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { FieldPair, FormModal } from '../../../ui/FormModal';
import { T, useText, Name } from '../../../ui/text';
import { EmailField, TextField } from '../../../ui/TextField';
import { IconButton, Button } from '../../../ui/Button';
import { Invitation } from '../../../ui/Invitation';
import { LoadState, Card, Skeleton } from '../../../ui/LoadState';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { EmptyState } from '../../../ui/State';
import { useFocusAfterLoss } from '../../../ui/focusAfterLoss';
import styles from '../Profile.module.css';

/** Rules of the HR form: docs/PRODUCT.md#hr-staff. */
export const hrSchema = object({ firstName: requiredText(), lastName: requiredText(), email: emailRule() });

export const fromAccount = (account: HrAccount | null): HrValues => ({
  firstName: account?.firstName ?? '',
  lastName: account?.lastName ?? '',
  email: account?.email ?? '',
});

export const toBody = ({ firstName, lastName, email }: HrValues) => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
});

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
      {!account && <T as="p" id="staff.inviteText" />}
      <FieldPair>
        <TextField name="firstName" required autoComplete="off" label={t('profile.field.firstName')} />
        <TextField name="lastName" required autoComplete="off" label={t('profile.field.lastName')} />
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
      <div className="stack gap-2 shrinks breaks">
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
          <Button small icon="plus" onClick={handleAdd}>
            {t('hrStaff.add')}
          </Button>
        )}
      </div>
      <LoadState load={list} skeleton={<HrStaffSkeleton />} onRetry={() => void dispatch(hrActions.listRequested())}>
        {isEmpty ? (
          <EmptyState
            icon="profile"
            title={<T id="hrStaff.empty.title" />}
            text={<T id="hrStaff.empty.text" />}
            action={
              <Button icon="plus" onClick={handleAdd}>
                {t('hrStaff.add')}
              </Button>
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
