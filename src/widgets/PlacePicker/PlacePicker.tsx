import { useCallback } from 'react';
import { nearbyRequested, selectNearby, type MapView } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { placeAt, shownName, type GeoPoint } from '../../lib/location';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { PlaceMap, type MapPlace } from '../../ui/map/PlaceMap';
import type { PlaceValue } from '../../ui/PlaceField';
import { useField } from 'formik';
import { PlaceSearch } from './PlaceSearch';

const NONE: never[] = [];

interface PinMapProps {
  point: GeoPoint | null;
  placeName: string;
  nearby: readonly MapPlace[];
  /** The map shows this point until the user chooses a place. */
  centre: GeoPoint;
  zoom: number;
  label: string;
  /** Receives the pin's position, named after the nearest known place. */
  onMove: (place: GeoPoint & { name: string }) => void;
}

/** A map with one pin. It loads the places in view. */
const PinMap = ({ nearby, onMove, ...props }: PinMapProps) => {
  const dispatch = useAppDispatch();
  const handleView = useCallback((view: MapView) => void dispatch(nearbyRequested(view)), [dispatch]);
  return (
    <PlaceMap
      {...props}
      places={nearby}
      googleKey={readSettings().googleMapsKey}
      onMove={(point) => onMove(placeAt(point, nearby))}
      onView={handleView}
    />
  );
};

interface PlacePickerProps {
  /** The Formik field that holds the place, or null. */
  name: string;
  label: string;
  hint: string;
  mapLabel: string;
  /** The map shows this point until the user chooses a place. */
  centre: GeoPoint;
  zoom: number;
}

/** A Formik field for a place: the user finds it by name or puts a pin on the map. */
export const PlacePicker = ({ name, label, hint, mapLabel, centre, zoom }: PlacePickerProps) => {
  const [{ value }, , { setValue }] = useField<PlaceValue | null>(name);
  const nearby = dataOr(useAppSelector(selectNearby), NONE);
  const nameOf = (place: PlaceValue) => shownName(place, nearby);
  return (
    <>
      <PlaceSearch name={name} label={label} hint={hint} labelOf={nameOf} />
      <PinMap
        point={value}
        placeName={value ? nameOf(value) : ''}
        nearby={nearby}
        centre={centre}
        zoom={zoom}
        label={mapLabel}
        onMove={(place) => void setValue(place)}
      />
    </>
  );
};
