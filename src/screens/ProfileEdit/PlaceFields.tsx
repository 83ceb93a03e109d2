import { useCallback } from 'react';
import { useFormikContext } from 'formik';
import { MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import type { ProfileValues } from '../../domains/profile';
import { nearbyRequested, placesRequested, selectNearby, selectPlaces } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import type { SessionUser } from '../../domains/session';
import { placeAt } from '../../lib/location';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { PlaceMap } from '../../ui/map/PlaceMap';
import { PlaceField } from '../../ui/PlaceField';
import { T, useText } from '../../ui/text';
import styles from './ProfileEdit.module.css';

interface View {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Where the company is: found by name, or put on the map. */
export const PlaceFields = ({ user }: { user: SessionUser }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { values, setFieldValue } = useFormikContext<ProfileValues>();
  const found = useAppSelector(selectPlaces).places;
  const nearby = dataOr(useAppSelector(selectNearby), []);
  const handleSearch = useCallback((q: string) => void dispatch(placesRequested({ q })), [dispatch]);
  const handleView = useCallback((view: View) => void dispatch(nearbyRequested(view)), [dispatch]);
  return (
    <Card className={styles.section}>
      <h2 className={styles.sectionTitle}>
        <T id="profile.edit.place" />
      </h2>
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
        centre={user.country}
        zoom={MAP_ZOOM_PLACE}
        places={nearby}
        googleKey={readSettings().googleMapsKey}
        label={t('profile.mapPick')}
        onMove={(point) => void setFieldValue('location', placeAt(point, nearby))}
        onView={handleView}
      />
    </Card>
  );
};
