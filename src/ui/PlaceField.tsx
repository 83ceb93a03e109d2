import { useMemo, type ReactNode } from 'react';
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
  label: ReactNode;
  hint?: ReactNode;
  /** What the last search found. */
  places: readonly PlaceValue[];
  loading: boolean;
  failed?: boolean;
  onSearch: (text: string) => void;
  onChoose?: (place: PlaceValue | null) => void;
}

const labelOf = ({ name }: PlaceValue): string => name;

/** A place by its name, in a Formik form; the value is the place or null. From one letter on, 250 ms after the last. Spec 1, point 5. */
export const PlaceField = ({ places, ...rest }: PlaceFieldProps) => {
  const options = useMemo(
    () =>
      places.map(({ name, latitude, longitude }) => ({
        key: `${name}-${latitude}-${longitude}`.replace(/[^\w-]/g, '_'),
        label: name,
        value: { name, latitude, longitude },
      })),
    [places],
  );
  return <SuggestField {...rest} labelOf={labelOf} options={options} delayMs={PLACE_SEARCH_DELAY} minLength={1} />;
};
