import { useCallback } from 'react';
import type { CellError, ImportField, ImportRow, RowResult } from '../../domains/imports';
import { useHasText, useText } from '../../ui/text';

/** Returns a function that gives the label of a field. */
export const useFieldLabel = () => {
  const t = useText();
  return useCallback(
    (field: ImportField): string =>
      t(field === 'companyName' ? 'branches.field.companyName' : `profile.field.${field}`),
    [t],
  );
};

/** Returns a function that gives the errors of a row by field: those of the file, else those of the server. */
export const useRowErrors = () => {
  const t = useText();
  const hasText = useHasText();
  return useCallback(
    (row: ImportRow, result: RowResult | undefined): Partial<Record<string, string>> => {
      // The list of accounts already has the email of an added row, which is no error.
      if (result?.ok) return {};
      const byFile = Object.entries(row.errors).map(([field, error]: [string, CellError]) => [
        field,
        t(error.id, error.values),
      ]);
      const byServer = (result?.errors ?? []).map(({ field, error }) => {
        const id = `errors.keys.${error}`;
        return [field, t(hasText(id) ? id : 'errors.keys.field.invalid')];
      });
      return Object.fromEntries([...byFile, ...byServer]) as Partial<Record<string, string>>;
    },
    [t, hasText],
  );
};
