import { object } from 'yup';
import type { HrAccount, HrValues } from '../../../domains/organisation';
import { emailRule, requiredText } from '../../../lib/rules';

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
