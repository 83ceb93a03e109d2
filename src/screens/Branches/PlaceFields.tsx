import { useEffect } from 'react';
import { useFormikContext } from 'formik';
import { MAP_ZOOM_COUNTRY, MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import type { BranchValues } from '../../domains/organisation';
import { selectNearby } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { locationText, placeAt, type GeoPoint } from '../../lib/location';
import { useAppSelector } from '../../store/hooks';
import { useText } from '../../ui/text';
import { PlacePicker } from '../../widgets/PlacePicker/PlacePicker';

/** A place gives its name to a position within this many degrees, about 10 km. */
const NEAR = 0.1;

/** The server sends a branch's position without a name. In an untouched form the nearest place gives it one. */
const useNearestName = ({ values, dirty, resetForm }: ReturnType<typeof useFormikContext<BranchValues>>) => {
  const nearby = useAppSelector(selectNearby);
  const { location } = values;
  useEffect(() => {
    if (dirty || location === null || location.name !== locationText(location)) return;
    const isNear = (place: GeoPoint) =>
      Math.abs(place.latitude - location.latitude) < NEAR && Math.abs(place.longitude - location.longitude) < NEAR;
    const places = dataOr(nearby, []).filter(isNear);
    // The user has not changed the form, so the named place becomes its initial value.
    if (places.length > 0) resetForm({ values: { ...values, location: placeAt(location, places) } });
  }, [dirty, location, nearby, resetForm, values]);
};

/** The branch's place. The map shows `centre` until the user chooses one. */
export const PlaceFields = ({ centre }: { centre: GeoPoint }) => {
  const t = useText();
  const form = useFormikContext<BranchValues>();
  useNearestName(form);
  return (
    <PlacePicker
      name="location"
      label={t('profile.field.location')}
      hint={t('profile.field.locationHint')}
      mapLabel={t('branches.mapPick')}
      centre={centre}
      zoom={form.values.location ? MAP_ZOOM_PLACE : MAP_ZOOM_COUNTRY}
    />
  );
};
