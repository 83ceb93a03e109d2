import { object } from 'yup';
import { emailRule, passwordRule } from '../../lib/rules';

export const loginSchema = object({ email: emailRule(), password: passwordRule() });
