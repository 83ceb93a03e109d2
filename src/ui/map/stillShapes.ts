import { geoMercator, geoPath } from 'd3-geo';
import type { GeoPoint } from '../../lib/location';
import {
  loadCountry,
  loadWorld,
  type Country,
  type World,
  boxAround,
  gapAt,
  REGION_ZOOM_MIN,
  regionsIn,
  type Region,
} from './geography';

/** A picture of a map with a point in its middle, in pixels. */
export interface Picture {
  point: GeoPoint;
  zoom: number;
  width: number;
  height: number;
}

/** SVG path data; an empty text draws nothing. */
export interface StillShapes {
  /** Countries without known provinces. They are coarse, so a wide line joins them with their neighbours. */
  neighbours: string;
  land: string;
  provinces: string;
  outline: string;
  lakes: string;
}

/** Pixels around the picture, so that no line runs along its edge. */
const MARGIN = 10;

/** Returns the shapes in a picture. Countries of `details` replace their coarse shapes in `world`. */
export const shapesIn = (
  { point, zoom, width, height }: Picture,
  world: World,
  details: ReadonlyMap<Region, Country>,
): StillShapes => {
  const margin = MARGIN + gapAt(zoom);
  const projection = geoMercator()
    .scale((256 * 2 ** zoom) / (2 * Math.PI))
    .center([point.longitude, point.latitude])
    .translate([width / 2, height / 2])
    .clipExtent([
      [-margin, -margin],
      [width + margin, height + margin],
    ])
    // Points between two corners would follow great circles; at these zooms nobody sees the difference.
    .precision(0);
  const path = geoPath(projection).digits(1);
  const known = [...details.values()];
  const join = (paths: (string | null)[]) => paths.filter(Boolean).join('');
  return {
    neighbours: join(world.countries.features.filter(({ id }) => !details.has(id as Region)).map((one) => path(one))),
    land: join(known.map(({ land }) => path(land))),
    provinces: join(known.map(({ provinces }) => path(provinces))),
    outline: join(known.map(({ outline }) => path(outline))),
    lakes: path(world.lakes) ?? '',
  };
};

/** Loads what a picture shows. Without its provinces a country keeps the coarse shape. */
export const loadShapes = async (picture: Picture): Promise<StillShapes> => {
  const { point, zoom, width } = picture;
  const regions = zoom < REGION_ZOOM_MIN ? [] : regionsIn(boxAround(point, zoom, width));
  const [world, ...countries] = await Promise.all([
    loadWorld(),
    ...regions.map((region) =>
      loadCountry(region).then(
        (country) => [region, country] as const,
        () => null,
      ),
    ),
  ]);
  return shapesIn(picture, world, new Map(countries.filter((one) => one !== null)));
};
