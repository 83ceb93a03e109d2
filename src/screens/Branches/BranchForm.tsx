import { useMemo } from 'react';
import { mixed, object, type AnyObjectSchema } from 'yup';
import { useFormikContext } from 'formik';
import { ADDRESS_MAX, MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import {
  type BranchAccount,
  type BranchBody,
  type BranchValues,
  branchActions,
  selectBranches,
} from '../../domains/organisation';
import { fieldRequirement, type FormField, selectProfileForm } from '../../domains/profile';
import { locationText, placeOf, type GeoPoint } from '../../lib/location';
import { chosenRule, emailRule, integerRule, optionalText, requiredText } from '../../lib/rules';
import { dataOr, shownErrorOf } from '../../domains/kit/loadable';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import type { SessionUser } from '../../domains/session';
import { useText, T } from '../../ui/text';
import { FieldPair, FormModal } from '../../ui/FormModal';
import { TextField, EmailField } from '../../ui/TextField';
import { TextAreaField } from '../../ui/fields';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';
import { TaxOfficeField } from '../../widgets/TaxOfficeField/TaxOfficeField';

const shows = (fields: readonly FormField[], name: string) => fieldRequirement(fields, name) !== 'hidden';

/**
 * Rules of the branch form (docs/PRODUCT.md#branches); tax office and number only where the company's form has them.
 */
export const branchSchema = (fields: readonly FormField[]): AnyObjectSchema =>
  object({
    companyName: requiredText(),
    firstName: requiredText(),
    lastName: requiredText(),
    email: emailRule(),
    taxOfficeNumber: shows(fields, 'taxOfficeNumber') ? integerRule() : mixed().nullable(),
    commercialTitle: optionalText(),
    website: optionalText(),
    companyAddress: optionalText(ADDRESS_MAX),
    location: chosenRule(),
  });

export const fromBranch = (branch: BranchAccount | null): BranchValues => ({
  companyName: branch?.companyName ?? '',
  firstName: branch?.firstName ?? '',
  lastName: branch?.lastName ?? '',
  email: branch?.email ?? '',
  taxOffice: branch?.taxOffice ?? null,
  taxOfficeNumber: branch?.taxOfficeNumber ?? '',
  commercialTitle: branch?.commercialTitle ?? '',
  website: branch?.website ?? '',
  companyAddress: branch?.companyAddress ?? '',
  location: placeOf(branch?.location ?? null),
});

const orNull = (text: string): string | null => text.trim() || null;

/** Returns the request body; tax office and number only where the form has them. */
export const toBody = (values: BranchValues, fields: readonly FormField[]): BranchBody => ({
  companyName: values.companyName.trim(),
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  email: values.email.trim(),
  location: values.location ? locationText(values.location) : '',
  commercialTitle: orNull(values.commercialTitle),
  website: orNull(values.website),
  companyAddress: orNull(values.companyAddress),
  ...(shows(fields, 'taxOffice') && { taxOffice: values.taxOffice?.id ?? null }),
  ...(shows(fields, 'taxOfficeNumber') && { taxOfficeNumber: orNull(values.taxOfficeNumber) }),
});

/** The branch's place. The map shows `centre` until the user chooses one. */
const PlaceFields = ({ centre }: { centre: GeoPoint }) => {
  const t = useText();
  const { values } = useFormikContext<BranchValues>();
  return (
    <PlacePicker
      name="location"
      label={t('profile.field.location')}
      hint={t('profile.field.locationHint')}
      mapLabel={t('branches.mapPick')}
      centre={centre}
      zoom={values.location ? MAP_ZOOM_PLACE : MAP_ZOOM_COUNTRY}
    />
  );
};

/** Tax office and tax number, where the company's form has them. */
const TaxFields = ({ fields }: { fields: readonly FormField[] }) => {
  const t = useText();
  const shows = (name: string) => fieldRequirement(fields, name) !== 'hidden';
  if (!shows('taxOffice') && !shows('taxOfficeNumber')) return null;
  return (
    <FieldPair>
      {shows('taxOffice') && <TaxOfficeField label={t('profile.field.taxOffice')} />}
      {shows('taxOfficeNumber') && (
        <TextField
          name="taxOfficeNumber"
          inputMode="numeric"
          autoComplete="off"
          label={t('profile.field.taxOfficeNumber')}
        />
      )}
    </FieldPair>
  );
};

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
      {!branch && <T as="p" id="staff.inviteText" />}
      <TextField name="companyName" required autoComplete="off" label={t('branches.field.companyName')} />
      <FieldPair>
        <TextField name="firstName" required autoComplete="off" label={t('profile.field.firstName')} />
        <TextField name="lastName" required autoComplete="off" label={t('profile.field.lastName')} />
      </FieldPair>
      <EmailField autoComplete="off" label={t('profile.field.email')} />
      <PlaceFields centre={user.country} />
      <TextAreaField name="companyAddress" rows={3} autoComplete="off" label={t('profile.field.companyAddress')} />
      <TaxFields fields={fields} />
      <TextField name="commercialTitle" autoComplete="off" label={t('profile.field.commercialTitle')} />
      <TextField
        name="website"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        label={t('profile.field.website')}
      />
    </FormModal>
  );
};
