import { hrActions, selectHrAccounts, type HrAccount, type HrValues } from '../../../domains/organisation';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { FieldPair } from '../../../ui/FieldPair';
import { FormModal } from '../../../ui/FormModal';
import { T, useText } from '../../../ui/text';
import { EmailField, TextField } from '../../../ui/TextField';
import { fromAccount, hrSchema, toBody } from './form';

/** Adds an HR account (`account` is null) or edits one. */
export const HrForm = ({ account }: { account: HrAccount | null }) => {
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
