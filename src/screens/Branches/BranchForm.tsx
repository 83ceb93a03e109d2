import { useMemo } from 'react';
import { branchActions, selectBranches, type BranchAccount, type BranchValues } from '../../domains/organisation';
import { selectProfileForm } from '../../domains/profile';
import { dataOr, shownErrorOf } from '../../domains/kit/loadable';
import type { SessionUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { FieldPair } from '../../ui/FieldPair';
import { FormModal } from '../../ui/FormModal';
import { T, useText } from '../../ui/text';
import { TextAreaField } from '../../ui/TextAreaField';
import { EmailField, TextField } from '../../ui/TextField';
import { branchSchema, fromBranch, toBody } from './form';
import { PlaceFields } from './PlaceFields';
import { TaxFields } from './TaxFields';

/** Creates a branch (`branch` is null) or edits one. */
export const BranchForm = ({ branch, user }: { branch: BranchAccount | null; user: SessionUser }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { form, save } = useFields(selectBranches, 'form', 'save');
  const definition = useAppSelector(selectProfileForm);
  const fields = useMemo(() => dataOr(definition, []), [definition]);
  const schema = useMemo(() => branchSchema(fields), [fields]);
  const id = branch?.id ?? null;
  const draft = form?.draft ?? null;
  const initialValues = useMemo(() => draft ?? fromBranch(branch), [draft, branch]);
  const optional = (name: 'commercialTitle' | 'website' | 'companyAddress') =>
    t('profile.field.optional', { label: t(`profile.field.${name}`) });
  const handleSubmit = (values: BranchValues) => {
    const body = toBody(values, fields);
    dispatch(branchActions.saveSubmitted({ id, body, values, email: body.email }));
  };
  return (
    <FormModal
      wide
      title={t(branch ? 'branches.editTitle' : 'branches.addTitle')}
      action={t(branch ? 'staff.save' : 'staff.invite')}
      initialValues={initialValues}
      schema={schema}
      failure={shownErrorOf(save)}
      isBusy={save.status === 'loading'}
      isRestored={draft !== null}
      onSubmit={handleSubmit}
      onClose={() => dispatch(branchActions.formDismissed())}
    >
      {!branch && (
        <p>
          <T id="staff.inviteText" />
        </p>
      )}
      <TextField name="companyName" autoComplete="off" label={t('branches.field.companyName')} />
      <FieldPair>
        <TextField name="firstName" autoComplete="off" label={t('profile.field.firstName')} />
        <TextField name="lastName" autoComplete="off" label={t('profile.field.lastName')} />
      </FieldPair>
      <EmailField autoComplete="off" label={t('profile.field.email')} />
      <PlaceFields centre={user.country} />
      <TextAreaField name="companyAddress" rows={3} autoComplete="off" label={optional('companyAddress')} />
      <TaxFields fields={fields} />
      <TextField name="commercialTitle" autoComplete="off" label={optional('commercialTitle')} />
      <TextField
        name="website"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        label={optional('website')}
      />
    </FormModal>
  );
};
