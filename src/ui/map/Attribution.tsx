import { T } from '../text';
import type { TileSource } from './tiles';
import styles from './Map.module.css';

/** Names the source of a map: the operator's text for tiles, and the sources of the bundled map. */
export const Attribution = ({ tiles }: { tiles: TileSource | null }) => (
  <p className={styles.attribution}>{tiles ? tiles.attribution : <T id="ui.map.sources" />}</p>
);
