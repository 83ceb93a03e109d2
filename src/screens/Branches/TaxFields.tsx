import { useCallback } from 'react';
import { fieldDemand, type FormField } from '../../domains/profile';
import { selectTaxOffices, taxOfficesRequested, type TaxOffice } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FieldPair } from '../../ui/FieldPair';
import { SuggestField } from '../../ui/SuggestField';
import { useText } from '../../ui/text';
import { TextField } from '../../ui/TextField';

/** Milliseconds from the last key to the search: docs/PRODUCT.md#place-search. */
const DELAY = 200;

const labelOf = ({ name }: TaxOffice) => name;

/** Tax office and tax number, where the company's form has them. */
export const TaxFields = ({ fields }: { fields: readonly FormField[] }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const offices = useAppSelector(selectTaxOffices);
  const handleSearch = useCallback((q: string) => void dispatch(taxOfficesRequested({ q })), [dispatch]);
  const shows = (name: string) => fieldDemand(fields, name) !== 'hidden';
  if (!shows('taxOffice') && !shows('taxOfficeNumber')) return null;
  return (
    <FieldPair>
      {shows('taxOffice') && (
        <SuggestField<TaxOffice>
          name="taxOffice"
          label={t('profile.field.optional', { label: t('profile.field.taxOffice') })}
          labelOf={labelOf}
          options={dataOr(offices, []).map((office) => ({ key: office.id, label: office.name, value: office }))}
          loading={offices.status === 'loading'}
          failed={offices.status === 'failed'}
          delayMs={DELAY}
          minLength={0}
          onSearch={handleSearch}
        />
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
