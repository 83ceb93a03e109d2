import { useCallback, useEffect } from 'react';
import { useFormikContext } from 'formik';
import { MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import type { BranchValues } from '../../domains/organisation';
import { nearbyRequested, placesRequested, selectNearby, selectPlaces, type MapView } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { locationText, placeAt } from '../../lib/location';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { PlaceMap } from '../../ui/map/PlaceMap';
import { PlaceField } from '../../ui/PlaceField';
import { useText } from '../../ui/text';

interface PlaceFieldsProps {
  /** What the map shows while no place was chosen. */
  centre: { latitude: number; longitude: number };
}

/** Places farther from a position than this many degrees, some 10 km, do not name it. */
const NEAR = 0.1;

/** A branch's position comes without a name: an untouched form calls it by the nearest place once those around are known. */
const useNameOfPlace = () => {
  const { values, dirty, resetForm } = useFormikContext<BranchValues>();
  const nearby = useAppSelector(selectNearby);
  const { location } = values;
  useEffect(() => {
    if (dirty || location === null || location.name !== locationText(location)) return;
    const isNear = (place: { latitude: number; longitude: number }) =>
      Math.abs(place.latitude - location.latitude) < NEAR && Math.abs(place.longitude - location.longitude) < NEAR;
    const places = dataOr(nearby, []).filter(isNear);
    // Not a change by the user: the form starts from it.
    if (places.length > 0) resetForm({ values: { ...values, location: placeAt(location, places) } });
  }, [dirty, location, nearby, resetForm, values]);
};

/** Where the branch is: found by name, or put on the map. Zooms: spec 1, point 9. */
export const PlaceFields = ({ centre }: PlaceFieldsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { values, setFieldValue } = useFormikContext<BranchValues>();
  const found = useAppSelector(selectPlaces).places;
  const nearby = dataOr(useAppSelector(selectNearby), []);
  useNameOfPlace();
  const handleSearch = useCallback((q: string) => void dispatch(placesRequested({ q })), [dispatch]);
  const handleView = useCallback((view: MapView) => void dispatch(nearbyRequested(view)), [dispatch]);
  return (
    <>
      <PlaceField
        name="location"
        label={t('profile.field.location')}
        hint={t('profile.field.locationHint')}
        places={dataOr(found, [])}
        loading={found.status === 'loading'}
        failed={found.status === 'failed'}
        onSearch={handleSearch}
      />
      <PlaceMap
        point={values.location}
        centre={centre}
        zoom={values.location ? MAP_ZOOM_PLACE : MAP_ZOOM_COUNTRY}
        places={nearby}
        googleKey={readSettings().googleMapsKey}
        label={t('branches.mapPick')}
        onMove={(point) => void setFieldValue('location', placeAt(point, nearby))}
        onView={handleView}
      />
    </>
  );
};
