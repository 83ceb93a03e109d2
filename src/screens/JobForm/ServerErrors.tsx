import { useServerErrors, type FieldFailures } from '../../ui/useServerErrors';

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
