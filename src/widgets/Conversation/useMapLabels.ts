import { useEffect } from 'react';
import type { Message } from '../../domains/chat';
import { nearbyRequested } from '../../domains/reference';
import { useAppDispatch } from '../../store/hooks';
import { placeOf } from './MessageBody';

/** Milliseconds to wait so that the messages render first. */
const LABELS_DELAY = 300;

/**
 * Loads the labels around the newest place of a conversation. The other maps, which mostly show the same place, use
 * them too.
 */
export const useMapLabels = (messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  const newest = messages.findLast((message) => placeOf(message) !== null);
  const place = newest && placeOf(newest);
  const [latitude, longitude, zoom] = [place?.point.latitude, place?.point.longitude, place?.zoom];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || zoom === undefined) return undefined;
    const timer = setTimeout(() => dispatch(nearbyRequested({ latitude, longitude, zoom })), LABELS_DELAY);
    return () => clearTimeout(timer);
  }, [dispatch, latitude, longitude, zoom]);
};
