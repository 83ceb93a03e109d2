import { readFileSync } from 'node:fs';
import { fold } from '../../../contract/constants/text';
import { fromRoot } from '../../platform/root';

/** Province, district, neighbourhood or village, city abroad. `x` is a point in a country that is not offered. */
type PlaceKind = 'p' | 'd' | 'n' | 'c' | 'x';

export interface PlaceRow {
  kind: PlaceKind;
  name: string;
  /** The containing places, such as "Kadıköy, İstanbul" or "Texas, US". */
  within: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  population: number;
  /** The population, or that of the containing place if it is larger: few neighbourhoods have a population of their own. */
  size: number;
  folded: string;
}

const KINDS: readonly string[] = ['p', 'd', 'n', 'c', 'x'];

let rows: readonly PlaceRow[] | null = null;

const kindOf = (text: string): PlaceKind => (KINDS.includes(text) ? (text as PlaceKind) : 'x');

/** Parses the file. About 21,000 rows share a few hundred values of `within`, so each value is kept once. */
const parse = (text: string): PlaceRow[] => {
  const known = new Map<string, string>();
  const once = (value: string) => known.get(value) ?? (known.set(value, value), value);
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    const [kind = '', name = '', within = '', country = '', latitude, longitude, population] = line.split('\t');
    const folded = fold(name);
    return [
      {
        kind: kindOf(kind),
        // Copies the name, because a slice would keep the whole file in memory.
        name: Buffer.from(name).toString(),
        within: once(within),
        countryCode: once(country),
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population),
        size: Number(population),
        folded: Buffer.from(folded).toString(),
      },
    ];
  });
};

/** Returns the name with its containing places: "İstanbul", "Moda, Kadıköy, İstanbul", "Austin, Texas, US". */
export const fullName = ({ name, within }: PlaceRow): string => (within === '' ? name : `${name}, ${within}`);

/** Gives each neighbourhood the size of the district or province that contains it. */
const withSizes = (places: PlaceRow[]): PlaceRow[] => {
  const containing = new Map(
    places.filter(({ kind }) => kind === 'p' || kind === 'd').map((row) => [fullName(row), row.population]),
  );
  for (const row of places) if (row.kind === 'n') row.size = Math.max(row.population, containing.get(row.within) ?? 0);
  return places;
};

/** Returns every place. The first call reads the bundled file (about 60 ms) and keeps it (about 4 MB). */
export const allPlaces = (): readonly PlaceRow[] => {
  rows ??= withSizes(parse(readFileSync(fromRoot('server/modules/reference/data/places.tsv'), 'utf8')));
  return rows;
};
