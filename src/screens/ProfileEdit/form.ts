import { useState } from 'react';
import { mixed, object, type AnyObjectSchema } from 'yup';
import { useLocation } from 'react-router-dom';
import { ADDRESS_MAX } from '../../../contract/constants/limits';
import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import { fieldRequirement, type FormField, type ProfileValues, selectProfile } from '../../domains/profile';
import type { SessionUser } from '../../domains/session';
import { locationText } from '../../lib/location';
import { chosenRule, emailRule, integerRule, optionalText, phoneRule, requiredText } from '../../lib/rules';
import { useFields } from '../../store/hooks';

const anyValue = () => mixed().nullable();

/** Rules of the profile form for its definition: docs/PRODUCT.md#profile-form. */
export const profileSchema = (fields: readonly FormField[]): AnyObjectSchema => {
  const isRequired = (name: string) => fieldRequirement(fields, name) === 'required';
  const shows = (name: string) => fieldRequirement(fields, name) !== 'hidden';
  const text = (name: string, max?: number) => {
    if (!shows(name)) return anyValue();
    return isRequired(name) ? requiredText(max) : optionalText(max);
  };
  const number = isRequired('taxOfficeNumber') ? integerRule().required('validation.required') : integerRule();
  return object({
    firstName: requiredText(),
    lastName: requiredText(),
    email: emailRule(),
    phone: phoneRule(),
    taxOffice: isRequired('taxOffice') ? chosenRule() : anyValue(),
    taxOfficeNumber: shows('taxOfficeNumber') ? number : anyValue(),
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

export const hasChanges = (values: ProfileValues, user: SessionUser): boolean => {
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
  const shows = (name: string) => fieldRequirement(fields, name) !== 'hidden';
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

/** The route state that the phone verification sets. */
interface RouteState {
  phone?: unknown;
  values?: unknown;
  phoneVerifyCode?: unknown;
}

interface InitialFormState {
  initialValues: ProfileValues;
  /** The code that verifies this phone number only. */
  proof: { phone: string; code: string } | null;
  /** The user returns from the verification in the same visit, so the form submits itself. */
  submitsAutomatically: boolean;
  /** The form holds values that the user typed before. */
  isRestored: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Takes only known fields of the right type from a route state. */
const valuesOf = (routeValues: unknown, profileValues: ProfileValues): ProfileValues | null => {
  if (!isObject(routeValues)) return null;
  const entries = Object.entries(profileValues).map(([name, value]) => {
    const next = routeValues[name];
    const isValid = typeof value === 'string' ? typeof next === 'string' : next === null || isObject(next);
    return [name, isValid ? next : value];
  });
  return Object.fromEntries(entries) as unknown as ProfileValues;
};

/**
 * Returns the initial state of the form: the draft in memory, else the route state, else the profile. It is read once.
 */
export const useInitialFormState = (user: SessionUser): InitialFormState => {
  const { state, key } = useLocation();
  const { draft, awaitsPhone, leftEntries } = useFields(selectProfile, 'draft', 'awaitsPhone', 'leftEntries');
  const [initialState] = useState((): InitialFormState => {
    const route: RouteState = isObject(state) && !leftEntries.includes(key) ? state : {};
    const profileValues = fromUser(user);
    const typed = draft ?? valuesOf(route.values, profileValues);
    const { phone, phoneVerifyCode: code } = route;
    const proof = typeof phone === 'string' && typeof code === 'string' ? { phone, code } : null;
    return {
      initialValues: typed ?? profileValues,
      proof,
      submitsAutomatically: awaitsPhone && proof !== null && typed?.phone === proof.phone,
      isRestored: typed !== null,
    };
  });
  return initialState;
};
