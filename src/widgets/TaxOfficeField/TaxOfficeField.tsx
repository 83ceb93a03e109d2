import { useCallback } from 'react';
import { selectTaxOffices, taxOfficesRequested, type TaxOffice } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { SuggestField } from '../../ui/SuggestField';

/** Milliseconds from the last key to the search: docs/PRODUCT.md#place-search. */
const DELAY = 200;

const nameOf = ({ name }: TaxOffice) => name;

/** Searches the tax offices of the marketplace's country. */
export const TaxOfficeField = ({ label, required }: { label: string; required?: boolean }) => {
  const dispatch = useAppDispatch();
  const offices = useAppSelector(selectTaxOffices);
  const handleSearch = useCallback((q: string) => void dispatch(taxOfficesRequested({ q })), [dispatch]);
  const options = dataOr(offices, []).map((office) => ({ key: String(office.id), label: office.name, value: office }));
  return (
    <SuggestField<TaxOffice>
      name="taxOffice"
      label={label}
      required={required}
      labelOf={nameOf}
      options={options}
      loading={offices.status === 'loading'}
      failed={offices.status === 'failed'}
      delayMs={DELAY}
      minLength={0}
      onSearch={handleSearch}
    />
  );
};
