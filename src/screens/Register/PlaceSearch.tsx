import { useCallback } from 'react';
import { placesRequested, selectPlaces } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { PlaceField } from '../../ui/PlaceField';
import { useText } from '../../ui/text';

const NONE: never[] = [];

/** Where the company works: a place found by its name. */
export const PlaceSearch = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { places } = useAppSelector(selectPlaces);
  const handleSearch = useCallback((q: string) => void dispatch(placesRequested({ q })), [dispatch]);
  return (
    <PlaceField
      name="place"
      label={t('register.place')}
      hint={t('register.placeHint')}
      places={dataOr(places, NONE)}
      loading={places.status === 'loading'}
      failed={places.status === 'failed'}
      onSearch={handleSearch}
    />
  );
};
