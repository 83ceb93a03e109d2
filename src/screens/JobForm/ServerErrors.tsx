import { useServerErrors, type FieldFailures } from '../../ui/useServerErrors';

/** What the server said of single fields, under them. Stands inside a Formik. */
export const ServerErrors = ({
  failure,
  toField,
}: {
  failure: FieldFailures | null;
  toField: (path: string) => string;
}) => {
  useServerErrors(failure, toField);
  return null;
};
