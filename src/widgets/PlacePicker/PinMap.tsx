import { useCallback } from 'react';
import { nearbyRequested, selectNearby, type MapView } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { placeAt, type GeoPoint } from '../../lib/location';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { PlaceMap } from '../../ui/map/PlaceMap';

const NONE: never[] = [];

interface PinMapProps {
  point: GeoPoint | null;
  /** The map shows this point until the user chooses a place. */
  centre: GeoPoint;
  zoom: number;
  label: string;
  /** Receives the pin's position, named after the nearest known place. */
  onMove: (place: GeoPoint & { name: string }) => void;
}

/** A map with one pin. It loads the places in view. */
export const PinMap = ({ onMove, ...props }: PinMapProps) => {
  const dispatch = useAppDispatch();
  const nearby = dataOr(useAppSelector(selectNearby), NONE);
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
