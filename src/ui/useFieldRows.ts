import { useFormikContext, type FormikTouched } from 'formik';

/**
 * Returns functions that add and remove a row of a form's list. Formik's FieldArray does the same, but every form would
 * load it.
 */
export const useFieldRows = <V extends Record<N, readonly unknown[]>, N extends keyof V & string>(name: N) => {
  const { values, touched, setFieldValue, setTouched } = useFormikContext<V>();
  return {
    push: (row: V[N][number]) => void setFieldValue(name, [...values[name], row]),
    remove: (index: number) => {
      const others = <T>(list: readonly T[]): T[] => list.filter((_one, at) => at !== index);
      const marks = touched[name] as readonly unknown[] | undefined;
      if (Array.isArray(marks)) void setTouched({ ...touched, [name]: others(marks) } as FormikTouched<V>, false);
      void setFieldValue(name, others(values[name]));
    },
  };
};
