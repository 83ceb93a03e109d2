import { object } from 'yup';
import type { HrAccount, HrValues } from '../../../domains/organisation';
import { emailRule, requiredText } from '../../../lib/rules';

/** Spec 1, point 5, "HR form". */
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
