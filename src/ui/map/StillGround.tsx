import { useEffect, useState } from 'react';
import { gapAt } from './geography';
import type { Picture, StillShapes } from './stillShapes';
import styles from './Map.module.css';

// The shapes are large, and the pin is shown without them.
const loadShapes = async (picture: Picture): Promise<StillShapes> =>
  (await import('./stillShapes')).loadShapes(picture);

/** Coasts, waters, borders and provinces of a still map. Use it inside an svg. */
export const StillGround = ({ point: { latitude, longitude }, zoom, width, height }: Picture) => {
  const [shapes, setShapes] = useState<StillShapes | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const picture = { point: { latitude, longitude }, zoom, width, height };
    loadShapes(picture).then(
      (loaded) => isCurrent && setShapes(loaded),
      // Without shapes the labels still show the location.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [latitude, longitude, zoom, width, height]);
  if (!shapes) return null;
  const { neighbours, land, provinces, outline, lakes } = shapes;
  return (
    <>
      <path className={styles.neighbours} strokeWidth={gapAt(zoom)} d={neighbours} />
      <path className={styles.land} d={land} />
      <path className={styles.provinces} d={provinces} />
      <path className={styles.outline} d={outline} />
      <path className={styles.lakes} d={lakes} />
    </>
  );
};
