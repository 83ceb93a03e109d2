import { mixed, object, type AnyObjectSchema } from 'yup';
import { ADDRESS_MAX } from '../../../contract/constants/limits';
import type { BranchAccount, BranchBody, BranchValues } from '../../domains/organisation';
import { fieldDemand, type FormField } from '../../domains/profile';
import { locationText, placeOf } from '../../lib/location';
import { chosenRule, emailRule, integerRule, optionalText, requiredText } from '../../lib/rules';

const shows = (fields: readonly FormField[], name: string) => fieldDemand(fields, name) !== 'hidden';

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
