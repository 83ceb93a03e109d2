import { useEffect, useMemo, useRef } from 'react';
import { useFormikContext, Form } from 'formik';
import { useNavigate } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import { MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import {
  fieldRequirement,
  type FormField,
  type ProfileValues,
  photoChosen,
  photoDropped,
  selectProfile,
} from '../../domains/profile';
import { selectCountries } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import type { SessionUser } from '../../domains/session';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import type { Failure } from '../../domains/kit/failure';
import { paths } from '../../lib/paths';
import { FieldPair } from '../../ui/FieldPair';
import { Card } from '../../ui/Page';
import { PhoneField } from '../../ui/PhoneField';
import { T, useText, useHasText } from '../../ui/text';
import { TextAreaField } from '../../ui/TextAreaField';
import { EmailField, TextField } from '../../ui/TextField';
import { AvatarField } from '../../ui/AvatarEditor/AvatarField';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { TaxOfficeField } from '../../widgets/TaxOfficeField/TaxOfficeField';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';
import { hasChanges } from './form';
import { LeaveGuard } from './LeaveGuard';
import styles from './ProfileEdit.module.css';

interface ContactFieldsProps {
  user: SessionUser;
  provedPhone: string | null;
}

const ContactFields = ({ user, provedPhone }: ContactFieldsProps) => {
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
const CompanyFields = ({ fields }: { fields: readonly FormField[] }) => {
  const t = useText();
  const shows = (name: string) => fieldRequirement(fields, name) !== 'hidden';
  const labelled = (name: 'taxOffice' | 'taxOfficeNumber' | 'commercialTitle' | 'website' | 'companyAddress') => {
    const label = t(`profile.field.${name}`);
    return fieldRequirement(fields, name) === 'required' ? label : t('profile.field.optional', { label });
  };
  return (
    <Card className="stack gap-16 panel">
      <h2 className="size-16">
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

/** True if the form has a field for every refused value. */
const isShownAtFields = ({ fields = {} }: Failure, values: ProfileValues): boolean => {
  const names = Object.keys(fields);
  return names.length > 0 && names.every((name) => name in values || name === 'image' || name === 'phoneVerifyCode');
};

/** Returns the errors of fields with the same name; the picture and the phone code show theirs elsewhere. */
const fieldsBelow = ({ fields = {} }: Failure) => {
  const { phoneVerifyCode: _proof, image: _image, ...rest } = fields;
  return { fields: rest };
};

interface ProfileFormBodyProps {
  user: SessionUser;
  fields: readonly FormField[];
  failure: Failure | null;
  provedPhone: string | null;
  isBusy: boolean;
  isRestored: boolean;
  submitsAutomatically: boolean;
}

/** All fields with the server's errors. Use it inside Formik. */
export const ProfileFormBody = (props: ProfileFormBodyProps) => {
  const { user, fields, failure, provedPhone, isBusy, isRestored, submitsAutomatically } = props;
  const t = useText();
  const hasText = useHasText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const form = useRef<HTMLDivElement>(null);
  const { photo } = useFields(selectProfile, 'photo');
  const { values, submitForm, setFieldError, setFieldTouched } = useFormikContext<ProfileValues>();

  const { phoneVerifyCode: refusedProof, image } = failure?.fields ?? {};
  // One failure must keep one object, otherwise a corrected field would show its error again.
  const shown = useMemo(() => failure && fieldsBelow(failure), [failure]);
  useServerErrors(shown);
  useEffect(() => {
    if (!refusedProof) return;
    void setFieldTouched('phone', true, false);
    setFieldError('phone', 'profile.edit.phoneAgain');
    form.current?.querySelector<HTMLElement>('[name=phone]')?.focus();
  }, [failure, refusedProof, setFieldError, setFieldTouched]);
  useFirstErrorFocus(form, failure);

  const isSent = useRef(false);
  useEffect(() => {
    if (!submitsAutomatically || isSent.current) return;
    isSent.current = true;
    void submitForm();
  }, [submitsAutomatically, submitForm]);

  const imageKey = image && `errors.keys.${image}`;
  const imageError = imageKey && t(hasText(imageKey) ? imageKey : 'errors.keys.image.invalid');
  return (
    <Form noValidate>
      <div ref={form} className="stack gap-20">
        {isRestored && (
          <p className="note" role="status">
            <T id="profile.edit.restored" />
          </p>
        )}
        <Card className="stack gap-16 panel">
          <AvatarField
            name={user.companyName ?? fullName(user)}
            src={user.imageUrl}
            picture={photo}
            label={t('profile.field.image')}
            serverError={imageError}
            onChange={(picture) => dispatch(photoChosen({ photo: picture }))}
            onDrop={() => dispatch(photoDropped())}
          />
          <ContactFields user={user} provedPhone={provedPhone} />
        </Card>
        <CompanyFields fields={fields} />
        <Card className="stack gap-16 panel">
          <h2 className="size-16">
            <T id="profile.edit.place" />
          </h2>
          <PlacePicker
            name="location"
            label={t('profile.field.location')}
            hint={t('profile.field.locationHint')}
            mapLabel={t('profile.mapPick')}
            centre={user.country}
            zoom={MAP_ZOOM_PLACE}
          />
        </Card>
        {failure && !isShownAtFields(failure, values) && (
          <FormMessage>
            <FailureText failure={failure} />
          </FormMessage>
        )}
        <div className={styles.foot}>
          <Button onClick={() => void navigate(paths.profile())}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t('profile.edit.save')}
          </Button>
        </div>
      </div>
      <LeaveGuard isChanged={photo !== null || hasChanges(values, user)} />
    </Form>
  );
};
