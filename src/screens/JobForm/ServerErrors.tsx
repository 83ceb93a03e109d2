import { useServerErrors, type FieldFailures } from '../../ui/useServerErrors';

/** Shows the server's errors under their fields. Use it inside Formik. */
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
