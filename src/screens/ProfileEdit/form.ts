import { mixed, object, type AnyObjectSchema } from 'yup';
import { ADDRESS_MAX } from '../../../contract/constants/limits';
import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import { fieldDemand, type FormField, type ProfileValues } from '../../domains/profile';
import type { SessionUser } from '../../domains/session';
import { locationText } from '../../lib/location';
import { chosenRule, emailRule, integerRule, optionalText, phoneRule, requiredText } from '../../lib/rules';

const anything = () => mixed().nullable();

/** Rules of the profile form for its definition: docs/PRODUCT.md#profile-form. */
export const profileSchema = (fields: readonly FormField[]): AnyObjectSchema => {
  const demands = (name: string) => fieldDemand(fields, name) === 'required';
  const shows = (name: string) => fieldDemand(fields, name) !== 'hidden';
  const text = (name: string, max?: number) => {
    if (!shows(name)) return anything();
    return demands(name) ? requiredText(max) : optionalText(max);
  };
  const number = demands('taxOfficeNumber') ? integerRule().required('validation.required') : integerRule();
  return object({
    firstName: requiredText(),
    lastName: requiredText(),
    email: emailRule(),
    phone: phoneRule(),
    taxOffice: demands('taxOffice') ? chosenRule() : anything(),
    taxOfficeNumber: shows('taxOfficeNumber') ? number : anything(),
    commercialTitle: text('commercialTitle'),
    website: text('website'),
    companyAddress: text('companyAddress', ADDRESS_MAX),
    location: chosenRule(),
  });
};

const pointName = (latitude: number, longitude: number) => locationText({ latitude, longitude });

export const fromUser = (user: SessionUser): ProfileValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone ?? '',
  taxOffice: user.taxOffice,
  taxOfficeNumber: user.taxOfficeNumber ?? '',
  commercialTitle: user.commercialTitle ?? '',
  website: user.website ?? '',
  companyAddress: user.companyAddress ?? '',
  location: user.location && {
    name: user.location.name ?? pointName(user.location.latitude, user.location.longitude),
    latitude: user.location.latitude,
    longitude: user.location.longitude,
  },
});

export const differs = (values: ProfileValues, user: SessionUser): boolean => {
  const before = fromUser(user);
  return (Object.keys(before) as (keyof ProfileValues)[]).some(
    (name) => JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null),
  );
};

interface Sent {
  fields: readonly FormField[];
  photo: string | null;
  phoneVerifyCode: string | null;
}

const orNull = (text: string): string | null => text.trim() || null;

/** Returns the request body; tax office and number only where the form has them, the picture only if it is new. */
export const toBody = (values: ProfileValues, { fields, photo, phoneVerifyCode }: Sent): ProfileUpdateBody => {
  const shows = (name: string) => fieldDemand(fields, name) !== 'hidden';
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    phone: values.phone,
    location: values.location ? locationText(values.location) : '',
    ...(shows('commercialTitle') && { commercialTitle: orNull(values.commercialTitle) }),
    ...(shows('website') && { website: orNull(values.website) }),
    ...(shows('companyAddress') && { companyAddress: orNull(values.companyAddress) }),
    ...(shows('taxOffice') && { taxOffice: values.taxOffice?.id ?? null }),
    ...(shows('taxOfficeNumber') && { taxOfficeNumber: orNull(values.taxOfficeNumber) }),
    ...(photo && { image: photo }),
    ...(phoneVerifyCode && { phoneVerifyCode }),
    formData: [...fields],
  };
};
