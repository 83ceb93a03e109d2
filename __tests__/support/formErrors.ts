import { yupToFormErrors, validateYupSchema, type FormikErrors } from 'formik';
import type { Schema } from 'yup';

/** Returns Formik's errors by field for values and a yup schema. */
export const formErrors = async <V extends object>(schema: Schema, values: V): Promise<FormikErrors<V>> => {
  try {
    await validateYupSchema(values, schema);
    return {};
  } catch (error) {
    return yupToFormErrors(error);
  }
};
