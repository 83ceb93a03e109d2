import { useCallback } from 'react';
import { useFormikContext } from 'formik';
import { MAP_ZOOM_APPOINTMENT } from '../../../../contract/constants/limits';
import { dataOr } from '../../../domains/kit/loadable';
import { nearbyRequested, placesRequested, selectNearby, selectPlaces, type MapView } from '../../../domains/reference';
import { placeAt } from '../../../lib/location';
import { readSettings } from '../../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../../store/hooks';
import { PlaceMap } from '../../../ui/map/PlaceMap';
import { PlaceField } from '../../../ui/PlaceField';
import { useText } from '../../../ui/text';
import type { AppointmentValues } from './form';

/** `centre`: what the map shows while no place was chosen. */
export const PlaceFields = ({ centre }: { centre: { latitude: number; longitude: number } }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { values, setFieldValue } = useFormikContext<AppointmentValues>();
  const found = useAppSelector(selectPlaces).places;
  const nearby = dataOr(useAppSelector(selectNearby), []);
  const handleSearch = useCallback((q: string) => void dispatch(placesRequested({ q })), [dispatch]);
  const handleView = useCallback((view: MapView) => void dispatch(nearbyRequested(view)), [dispatch]);
  return (
    <>
      <PlaceField
        name="location"
        label={t('appointment.form.location')}
        hint={t('appointment.form.locationHint')}
        places={dataOr(found, [])}
        loading={found.status === 'loading'}
        onSearch={handleSearch}
      />
      <PlaceMap
        point={values.location}
        centre={centre}
        zoom={MAP_ZOOM_APPOINTMENT}
        places={nearby}
        googleKey={readSettings().googleMapsKey}
        label={t('appointment.form.map')}
        onMove={(point) => void setFieldValue('location', placeAt(point, nearby))}
        onView={handleView}
      />
    </>
  );
};
