import { yupToFormErrors, validateYupSchema, type FormikErrors } from 'formik';
import type { Schema } from 'yup';

/** What Formik would say of values by a yup schema: errors by the name of the field. */
export const formErrors = async <V extends object>(schema: Schema, values: V): Promise<FormikErrors<V>> => {
  try {
    await validateYupSchema(values, schema);
    return {};
  } catch (error) {
    return yupToFormErrors(error);
  }
};
