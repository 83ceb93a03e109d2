import { fieldRequirement, type FormField } from '../../domains/profile';
import { FieldPair } from '../../ui/FieldPair';
import { useText } from '../../ui/text';
import { TextField } from '../../ui/TextField';
import { TaxOfficeField } from '../../widgets/TaxOfficeField/TaxOfficeField';

/** Tax office and tax number, where the company's form has them. */
export const TaxFields = ({ fields }: { fields: readonly FormField[] }) => {
  const t = useText();
  const shows = (name: string) => fieldRequirement(fields, name) !== 'hidden';
  if (!shows('taxOffice') && !shows('taxOfficeNumber')) return null;
  return (
    <FieldPair>
      {shows('taxOffice') && (
        <TaxOfficeField label={t('profile.field.optional', { label: t('profile.field.taxOffice') })} />
      )}
      {shows('taxOfficeNumber') && (
        <TextField
          name="taxOfficeNumber"
          inputMode="numeric"
          autoComplete="off"
          label={t('profile.field.optional', { label: t('profile.field.taxOfficeNumber') })}
        />
      )}
    </FieldPair>
  );
};
