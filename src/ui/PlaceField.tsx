import { useMemo } from 'react';
import { PLACE_SEARCH_DELAY } from '../../contract/constants/limits';
import { SuggestField } from './SuggestField';

/** A place with its coordinates, in degrees. */
export interface PlaceValue {
  name: string;
  latitude: number;
  longitude: number;
}

interface PlaceFieldProps {
  name: string;
  label: string;
  hint?: string;
  places: readonly PlaceValue[];
  loading: boolean;
  failed?: boolean;
  onSearch: (text: string) => void;
  onChoose?: (place: PlaceValue | null) => void;
  /** Returns the text of the chosen place; its name by default. */
  labelOf?: (place: PlaceValue) => string;
}

const nameOf = ({ name }: PlaceValue): string => name;

/**
 * A required Formik field that searches for a place by name, from the first letter on and 250 ms after the last key. Its value
 * is the place or null.
 */
export const PlaceField = ({ places, labelOf = nameOf, ...rest }: PlaceFieldProps) => {
  const options = useMemo(
    () =>
      places.map(({ name, latitude, longitude }) => ({
        key: `${name}-${latitude}-${longitude}`.replace(/[^\w-]/g, '_'),
        label: name,
        value: { name, latitude, longitude },
      })),
    [places],
  );
  return (
    <SuggestField {...rest} required labelOf={labelOf} options={options} delayMs={PLACE_SEARCH_DELAY} minLength={1} />
  );
};
