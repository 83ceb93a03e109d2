import type { ImportField, ImportKind } from '../../domains/imports';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';
import { useFieldLabel } from './texts';
import { useSaveSheet } from './useSaveSheet';

/** Downloads a workbook with the names of the columns and one row as an example. */
export const SampleButton = ({ kind, columnFields }: { kind: ImportKind; columnFields: readonly ImportField[] }) => {
  const t = useText();
  const labelOf = useFieldLabel();
  const { save, isBusy } = useSaveSheet();
  const example: Partial<Record<ImportField, string>> = {
    companyName: t('imports.sample.companyName'),
    firstName: t('imports.sample.firstName'),
    lastName: t('imports.sample.lastName'),
    email: 'ayse.yilmaz@example.com',
    location: t('imports.sample.location'),
  };
  const handleClick = () => {
    const rows = [columnFields.map(labelOf), columnFields.map((field) => example[field] ?? '')];
    save({ name: t(kind === 'branch' ? 'branches.title' : 'hrStaff.title'), rows });
  };
  return (
    <Button look="quiet" icon="download" busy={isBusy} onClick={handleClick}>
      {t('imports.sample.action')}
    </Button>
  );
};
