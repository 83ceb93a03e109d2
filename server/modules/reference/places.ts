import { readFileSync } from 'node:fs';
import { fold } from '../../../contract/constants/text';
import { fromRoot } from '../../platform/root';

/** Province, district, neighbourhood or village, city abroad; `x`: only a point of a country that is not offered. */
export type PlaceKind = 'p' | 'd' | 'n' | 'c' | 'x';

/** A row of the gazetteer, ready to be searched. */
export interface PlaceRow {
  kind: PlaceKind;
  name: string;
  /** What it lies in, such as "Kadıköy, İstanbul" or "Texas, US". */
  within: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  population: number;
  folded: string;
}

const KINDS: readonly string[] = ['p', 'd', 'n', 'c', 'x'];

/** As `fold`, and without the accents of other languages: Trois-Rivières is found by its plain letters. */
export const foldName = (text: string): string => fold(text).normalize('NFD').replace(/\p{M}/gu, '');

let rows: readonly PlaceRow[] | null = null;

const kindOf = (text: string): PlaceKind => (KINDS.includes(text) ? (text as PlaceKind) : 'x');

/** Some hundreds of texts say for all 21,000 rows what they lie in: each is kept once. */
const parse = (text: string): PlaceRow[] => {
  const known = new Map<string, string>();
  const once = (value: string) => known.get(value) ?? (known.set(value, value), value);
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    const [kind = '', name = '', within = '', country = '', latitude, longitude, population] = line.split('\t');
    const folded = foldName(name);
    return [
      {
        kind: kindOf(kind),
        // A copy: a piece of the file would keep the whole of it in memory.
        name: Buffer.from(name).toString(),
        within: once(within),
        countryCode: once(country),
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population),
        folded: Buffer.from(folded).toString(),
      },
    ];
  });
};

/** Every place, read from the bundled file at the first call (some 60 ms) and kept (some 4 MB). */
export const allPlaces = (): readonly PlaceRow[] => {
  rows ??= parse(readFileSync(fromRoot('server/modules/reference/data/places.tsv'), 'utf8'));
  return rows;
};

/** "Kadıköy, İstanbul", "Moda, Kadıköy, İstanbul", "Austin, Texas, US", "İstanbul". */
export const fullName = ({ name, within }: PlaceRow): string => (within === '' ? name : `${name}, ${within}`);
