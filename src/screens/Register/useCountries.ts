import { useEffect, useEffectEvent, useMemo } from 'react';
import { useFormikContext } from 'formik';
import { useIntl } from 'react-intl';
import { countryCheckRequested, selectCountryCheck } from '../../domains/account';
import { countriesRequested, selectCountries, type Country } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { grantedLocation, locationText } from '../../lib/location';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import type { RegisterValues } from './form';

const NONE: Country[] = [];

/** Returns the countries by name in the current language, and the chosen country, which is the visitor's at first. */
export const useCountries = () => {
  const { locale } = useIntl();
  const dispatch = useAppDispatch();
  const countries = useAppSelector(selectCountries);
  const check = useAppSelector(selectCountryCheck);
  const { values, setFieldValue } = useFormikContext<RegisterValues>();

  useEffect(() => void dispatch(countriesRequested()), [dispatch]);

  const detect = useEffectEvent(async () => {
    if (check.status === 'loaded' || values.country !== '') return;
    const place = await grantedLocation();
    const { language } = globalThis.navigator;
    dispatch(countryCheckRequested({ language, ...(place && { location: locationText(place) }) }));
  });
  useEffect(() => void detect(), []);

  const list = dataOr(countries, NONE);
  const found = check.status === 'loaded' ? check.data.country.id : null;
  const propose = useEffectEvent((id: number) => {
    const isOffered = list.some((country) => country.id === id);
    if (values.country === '' && isOffered) void setFieldValue('country', String(id));
  });
  useEffect(() => {
    if (found !== null) propose(found);
  }, [found, list]);

  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    const nameOf = ({ countryCode, countryName }: Country) => names.of(countryCode) ?? countryName;
    return list
      .map((country) => ({ value: String(country.id), label: nameOf(country) }))
      .sort((one, other) => one.label.localeCompare(other.label, locale));
  }, [list, locale]);
  const chosen = list.find(({ id }) => String(id) === values.country) ?? null;
  return { countries, options, chosen };
};
