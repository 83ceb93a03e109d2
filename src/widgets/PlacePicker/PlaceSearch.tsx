import { useCallback } from 'react';
import { placesRequested, selectPlaces } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { selectUser } from '../../domains/session';
import { placeScopeOf } from '../../lib/location';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { PlaceField, type PlaceValue } from '../../ui/PlaceField';

const NONE: never[] = [];

interface PlaceSearchProps {
  name: string;
  label: string;
  hint: string;
  /** Suggests only places of this country (ISO alpha-2); by default the country of the user. */
  country?: string | undefined;
  labelOf?: (place: PlaceValue) => string;
}

/** Finds a place by name. Of places with one name, those near the user's own place come first. */
export const PlaceSearch = ({ country, ...props }: PlaceSearchProps) => {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { places } = useFields(selectPlaces, 'places');
  const handleSearch = useCallback(
    (q: string) => void dispatch(placesRequested({ q, ...placeScopeOf(user), ...(country && { country }) })),
    [dispatch, user, country],
  );
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
