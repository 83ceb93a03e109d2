import { useCallback } from 'react';
import { placesRequested, selectPlaces } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useFields } from '../../store/hooks';
import { PlaceField } from '../../ui/PlaceField';

const NONE: never[] = [];

interface PlaceSearchProps {
  name: string;
  label: string;
  hint: string;
}

export const PlaceSearch = (props: PlaceSearchProps) => {
  const dispatch = useAppDispatch();
  const { places } = useFields(selectPlaces, 'places');
  const handleSearch = useCallback((q: string) => void dispatch(placesRequested({ q })), [dispatch]);
  return (
    <PlaceField
      {...props}
      places={dataOr(places, NONE)}
      loading={places.status === 'loading'}
      failed={places.status === 'failed'}
      onSearch={handleSearch}
    />
  );
};
