import { SEARCH_MAX } from '../../../contract/constants/limits';
import type { BranchBody, HrBody, ImportResult } from '../../../contract/schemas/organisation';
import type { Api } from '../../lib/api';
import { locationText, placeOf, type placeScopeOf } from '../../lib/location';
import type { ImportKind } from './columns';
import type { Lookup, LookupField } from './rows';
import type { RowResult } from './slice';

type Scope = ReturnType<typeof placeScopeOf>;

const getPlaceOptions = async (api: Api, q: string, scope: Scope): Promise<Lookup['options']> =>
  (await api.call('GET /shared-api/places', { query: { q, ...scope } })).map((place) => ({
    name: place.name,
    value: locationText(place),
  }));

/** Searches a place by name, or by coordinates, whose numbers may stand in the wrong order. */
const getPlaceLookup = async (api: Api, q: string, scope: Scope): Promise<Pick<Lookup, 'options' | 'isSwapped'>> => {
  const options = await getPlaceOptions(api, q, scope);
  const point = placeOf(q);
  if (options.length > 0 || !point) return { options };
  const swapped = locationText({ latitude: point.longitude, longitude: point.latitude });
  return { options, isSwapped: (await getPlaceOptions(api, swapped, scope)).length > 0 };
};

/** Searches a place or a tax office; the best match is chosen. */
export const getLookup = async (
  api: Api,
  { field, searched, scope }: { field: LookupField; searched: string; scope: Scope },
): Promise<Lookup> => {
  const found = { field, searched, status: 'loaded', option: 0 } as const;
  if (searched.length > SEARCH_MAX) return { ...found, options: [] };
  if (field === 'location') return { ...found, ...(await getPlaceLookup(api, searched, scope)) };
  const offices = await api.call('GET /tax-offices', { query: { q: searched } });
  return { ...found, options: offices.map(({ id, name }) => ({ name, value: String(id) })) };
};

const errorsOf = ({ errors }: ImportResult): RowResult['errors'] =>
  Object.entries(errors?.children ?? {}).flatMap(([field, node]) =>
    node.errors?.[0] === undefined ? [] : [{ field, error: node.errors[0] }],
  );

/** Creates accounts and returns the result of each row; `indices` are the rows' places in the file. */
export const postImport = async (
  api: Api,
  kind: ImportKind,
  { key, indices, rows }: { key: string; indices: readonly number[]; rows: (BranchBody | HrBody)[] },
): Promise<RowResult[]> => {
  const request = { headers: { 'Idempotency-Key': key } };
  const { results } =
    kind === 'branch'
      ? await api.call('POST /branch-accounts/import', { ...request, body: { rows: rows as BranchBody[] } })
      : await api.call('POST /hr-accounts/import', { ...request, body: { rows } });
  return results.map((result) => ({
    index: indices[result.index] ?? -1,
    ok: result.ok,
    errors: errorsOf(result),
  }));
};
