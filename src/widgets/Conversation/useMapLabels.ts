import { useEffect } from 'react';
import type { Message } from '../../domains/chat';
import { nearbyRequested } from '../../domains/reference';
import { useAppDispatch } from '../../store/hooks';
import { placeOf } from './MessageBody';

/** Asks for the labels around the newest place of a conversation; its other maps, mostly of the same place, use them too. */
export const useMapLabels = (messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  const newest = messages.findLast((message) => placeOf(message) !== null);
  const place = newest && placeOf(newest);
  const [latitude, longitude, zoom] = [place?.point.latitude, place?.point.longitude, place?.zoom];
  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined && zoom !== undefined)
      dispatch(nearbyRequested({ latitude, longitude, zoom }));
  }, [dispatch, latitude, longitude, zoom]);
};
