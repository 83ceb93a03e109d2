import { useEffect } from 'react';
import { MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import { nearbyRequested, selectNearby } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { StaticMap } from '../../ui/map/StaticMap';
import { useText } from '../../ui/text';

interface ProfileMapProps {
  point: { latitude: number; longitude: number; name: string | null };
}

/** A still map of the company's place, 490 × 175 px: docs/PRODUCT.md#profile. */
export const ProfileMap = ({ point }: ProfileMapProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const nearby = useAppSelector(selectNearby);
  const { latitude, longitude, name } = point;
  useEffect(() => {
    dispatch(nearbyRequested({ latitude, longitude, zoom: MAP_ZOOM_PLACE }));
  }, [dispatch, latitude, longitude]);
  return (
    <StaticMap
      point={{ latitude, longitude }}
      zoom={MAP_ZOOM_PLACE}
      places={dataOr(nearby, [])}
      googleKey={readSettings().googleMapsKey}
      label={name ? t('profile.map', { place: name }) : t('profile.mapHere')}
    />
  );
};
