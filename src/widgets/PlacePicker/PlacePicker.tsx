import { useField } from 'formik';
import type { GeoPoint } from '../../lib/location';
import { PinMap } from './PinMap';
import { PlaceSearch } from './PlaceSearch';

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
  const [{ value }, , { setValue }] = useField<(GeoPoint & { name: string }) | null>(name);
  return (
    <>
      <PlaceSearch name={name} label={label} hint={hint} />
      <PinMap point={value} centre={centre} zoom={zoom} label={mapLabel} onMove={(place) => void setValue(place)} />
    </>
  );
};
