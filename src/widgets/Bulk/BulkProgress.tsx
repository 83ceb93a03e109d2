import { selectShownBulk } from '../../domains/bulks';
import { useAppSelector } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { lazyPart } from '../../ui/lazyPart';

const BulkStrip = lazyPart(async () => (await withLaterWork(() => import('./BulkStrip'))).BulkStrip);

/** The progress of a bulk action and its result, on every page until the user closes it. */
export const BulkProgress = () => {
  const bulk = useAppSelector(selectShownBulk);
  return bulk && <BulkStrip bulk={bulk} />;
};
