import { useEffect, useMemo, useRef } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import {
  editLeft,
  fieldRequirement,
  type FormField,
  type ProfileValues,
  photoChosen,
  photoDropped,
  selectProfile,
} from '../../domains/profile';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { useText, T, useHasText } from '../../ui/text';
import { useFormikContext, Form } from 'formik';
import { fullName } from '../../../contract/constants/text';
import { MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import { selectCountries } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import type { SessionUser } from '../../domains/session';
import type { Failure } from '../../domains/kit/failure';
import { FieldPair } from '../../ui/FormModal';
import { Card } from '../../ui/LoadState';
import { PhoneField } from '../../ui/PhoneField';
import { TextAreaField } from '../../ui/fields';
import { EmailField, TextField } from '../../ui/TextField';
import { AvatarField } from '../../ui/AvatarEditor/AvatarField';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { useLeaveGuard, useNavigate } from '../../ui/router';
import { TaxOfficeField } from '../../widgets/TaxOfficeField/TaxOfficeField';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';
import { hasChanges } from './form';
import styles from './ProfileFormBody.module.css';

/** The user comes back from these pages without losing changes. */
const ROUND_TRIPS: readonly string[] = [paths.smsVerify(), paths.error(), paths.profileEdit()];

const isSaved = ({ state }: Location) => (state as { saved?: boolean } | null)?.saved === true;

/** Asks for confirmation before the user leaves the page with unsaved changes, which are lost then. */
const LeaveGuard = ({ isChanged }: { isChanged: boolean }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const guard = useLeaveGuard(
    ({ nextLocation }) => isChanged && !ROUND_TRIPS.includes(nextLocation.pathname) && !isSaved(nextLocation),
  );
  const handleLeave = () => {
    dispatch(editLeft({ entry: key }));
    guard.leave();
  };
  return (
    <ConfirmDialog
      open={guard.isOpen}
      title={t('profile.edit.leave.title')}
      text={t('profile.edit.leave.text')}
      cancel={t('profile.edit.leave.stay')}
      action={t('profile.edit.leave.action')}
      onCancel={guard.stay}
      onConfirm={handleLeave}
    />
  );
};

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
        <TextField name="firstName" required autoComplete="given-name" label={t('profile.field.firstName')} />
        <TextField name="lastName" required autoComplete="family-name" label={t('profile.field.lastName')} />
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
  const given = (name: 'taxOffice' | 'taxOfficeNumber' | 'commercialTitle' | 'website' | 'companyAddress') => ({
    label: t(`profile.field.${name}`),
    required: fieldRequirement(fields, name) === 'required',
  });
  return (
    <Card className="stack gap-16 panel">
      <T as="h2" className="size-16" id="profile.edit.company" />
      {(shows('taxOffice') || shows('taxOfficeNumber')) && (
        <FieldPair>
          {shows('taxOffice') && <TaxOfficeField {...given('taxOffice')} />}
          {shows('taxOfficeNumber') && (
            <TextField name="taxOfficeNumber" inputMode="numeric" {...given('taxOfficeNumber')} />
          )}
        </FieldPair>
      )}
      {shows('commercialTitle') && <TextField name="commercialTitle" {...given('commercialTitle')} />}
      {shows('website') && (
        <TextField
          name="website"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          {...given('website')}
        />
      )}
      {shows('companyAddress') && (
        <TextAreaField name="companyAddress" autoComplete="street-address" rows={3} {...given('companyAddress')} />
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
        {isRestored && <T as="p" className="note" role="status" id="profile.edit.restored" />}
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
          <PlacePicker
            name="location"
            label={t('profile.field.location')}
            hint={t('profile.field.locationHint')}
            mapLabel={t('profile.mapPick')}
            centre={user.country}
            zoom={MAP_ZOOM_PLACE}
          />
        </Card>
        {failure && !isShownAtFields(failure, values) && <FormFailure failure={failure} />}
        <div className={styles.foot}>
          <Button onClick={() => navigate(paths.profile())}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t('profile.edit.save')}
          </Button>
        </div>
      </div>
      <LeaveGuard isChanged={photo !== null || hasChanges(values, user)} />
    </Form>
  );
};
