import type { FeatureCollection, Geometry } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import address from 'world-atlas/countries-50m.json?address';

type World = Topology<{ countries: GeometryCollection }>;

let loading: Promise<FeatureCollection<Geometry>> | undefined;

/** Loads the borders of all countries once (Natural Earth, 1:50 million, public domain). */
export const loadBorders = (): Promise<FeatureCollection<Geometry>> =>
  (loading ??= (async () => {
    const [{ feature }, answer] = await Promise.all([import('topojson-client'), fetch(address)]);
    const world = (await answer.json()) as World;
    return feature(world, world.objects.countries);
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
