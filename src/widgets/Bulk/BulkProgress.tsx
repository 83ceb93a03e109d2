import { lazy, Suspense } from 'react';
import { selectShownBulk } from '../../domains/bulks';
import { useAppSelector } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';

const BulkStrip = lazy(async () => ({ default: (await withLaterWork(() => import('./BulkStrip'))).BulkStrip }));

/** The progress of a bulk action and its result, on every page until the user closes it. */
export const BulkProgress = () => {
  const bulk = useAppSelector(selectShownBulk);
  return (
    bulk && (
      <Suspense>
        <BulkStrip bulk={bulk} />
      </Suspense>
    )
  );
};
