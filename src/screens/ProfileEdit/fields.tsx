import { useFormikContext } from 'formik';
import { fieldRequirement, type FormField, type ProfileValues } from '../../domains/profile';
import { selectCountries } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import type { SessionUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { FieldPair } from '../../ui/FieldPair';
import { Card } from '../../ui/Page';
import { PhoneField } from '../../ui/PhoneField';
import { T, useText } from '../../ui/text';
import { TextAreaField } from '../../ui/TextAreaField';
import { EmailField, TextField } from '../../ui/TextField';
import { TaxOfficeField } from '../../widgets/TaxOfficeField/TaxOfficeField';
import styles from './ProfileEdit.module.css';

interface ContactFieldsProps {
  user: SessionUser;
  provedPhone: string | null;
}

export const ContactFields = ({ user, provedPhone }: ContactFieldsProps) => {
  const t = useText();
  const { values } = useFormikContext<ProfileValues>();
  const countries = dataOr(useAppSelector(selectCountries), []);
  const country = countries.find(({ id }) => id === user.country.id);
  const example = country?.countryAttributes.phoneExample ?? '';
  const hint = /\d/.test(example) ? 'profile.field.phoneHint' : 'profile.field.phoneHintPlain';
  const isProved = provedPhone !== null && provedPhone === values.phone && values.phone !== user.phone;
  return (
    <>
      <FieldPair>
        <TextField name="firstName" autoComplete="given-name" label={t('profile.field.firstName')} />
        <TextField name="lastName" autoComplete="family-name" label={t('profile.field.lastName')} />
      </FieldPair>
      <EmailField autoComplete="email" label={t('profile.field.email')} />
      <PhoneField
        phoneCode={country?.phoneCode ?? ''}
        codeLabel={t('profile.field.phoneCode')}
        label={t('profile.field.phone')}
        hint={t(isProved ? 'profile.edit.phoneVerified' : hint, { example })}
      />
    </>
  );
};

/** The fields of the company, as the form's definition orders them. */
export const CompanyFields = ({ fields }: { fields: readonly FormField[] }) => {
  const t = useText();
  const shows = (name: string) => fieldRequirement(fields, name) !== 'hidden';
  const labelled = (name: 'taxOffice' | 'taxOfficeNumber' | 'commercialTitle' | 'website' | 'companyAddress') => {
    const label = t(`profile.field.${name}`);
    return fieldRequirement(fields, name) === 'required' ? label : t('profile.field.optional', { label });
  };
  return (
    <Card className={styles.section}>
      <h2 className={styles.sectionTitle}>
        <T id="profile.edit.company" />
      </h2>
      {(shows('taxOffice') || shows('taxOfficeNumber')) && (
        <FieldPair>
          {shows('taxOffice') && <TaxOfficeField label={labelled('taxOffice')} />}
          {shows('taxOfficeNumber') && (
            <TextField name="taxOfficeNumber" inputMode="numeric" label={labelled('taxOfficeNumber')} />
          )}
        </FieldPair>
      )}
      {shows('commercialTitle') && <TextField name="commercialTitle" label={labelled('commercialTitle')} />}
      {shows('website') && (
        <TextField
          name="website"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          label={labelled('website')}
        />
      )}
      {shows('companyAddress') && (
        <TextAreaField
          name="companyAddress"
          autoComplete="street-address"
          rows={3}
          label={labelled('companyAddress')}
        />
      )}
    </Card>
  );
};
