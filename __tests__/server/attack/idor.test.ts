import type { RouteContract } from '../../../contract/routes/defineRoute';
import { ROUTES } from '../../../contract/routes/index';
import { addForeignWorld, CANARY, FOREIGN, FOREIGN_HR, FOREIGN_KEYS, foreignRows } from '../../support/foreignWorld';
import type { Schema } from '../../support/fuzz/arbitraries';
import { rightCall, type Fields } from '../../support/rightCalls';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

const PARAMETER_PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARAMETER_PARTS)[number];
type Place = readonly [part: Part, ...path: (string | number)[]];

/** Whether a number names an entity with an owner; catalogue entries belong to everyone. */
const isOwned = (name: string): boolean =>
  /(^id|Id|_id|Ids|targetUser)$/.test(name) &&
  !/^(position|category|product|plan|package|relatedPackage|language)Ids?$/.test(name);

const isNumber = ({ type, enum: values, anyOf }: Schema): boolean =>
  (type === 'integer' && values === undefined) || (anyOf ?? []).some(isNumber);

/** Returns every path of a schema where such a number may be, also in lists and optional fields. */
const placesIn = (schema: Schema, name = ''): (string | number)[][] => {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => placesIn(one, name)).slice(0, 4);
  if (isNumber(schema)) return isOwned(name) ? [[]] : [];
  if (schema.type === 'array') return placesIn(schema.items ?? {}, name).map((path) => [0, ...path]);
  return Object.entries(schema.properties ?? {}).flatMap(([inner, one]) =>
    placesIn(one, inner).map((path) => [inner, ...path]),
  );
};

/** Returns the field names of a path or body whose texts name an entity. */
const keysIn = (schema: Schema | undefined): string[] =>
  Object.keys(schema?.properties ?? {}).filter((name) => name in FOREIGN_KEYS);

const put = (value: unknown, [step, ...rest]: (string | number)[], id: unknown): unknown => {
  if (step === undefined) return id;
  if (typeof step === 'number') return [put((value as unknown[] | undefined)?.[step], rest, id)];
  const fields = (value ?? {}) as Fields;
  return { ...fields, [step]: put(fields[step], rest, id) };
};

/** Picks the kind of body: named rows or a query. The server ignores a query beside rows. */
const baseOf = (value: unknown, [first]: (string | number)[]): unknown => {
  if (first !== 'query') return value;
  const { applications: _rows, ...rest } = value as Fields;
  return rest;
};

/** Returns the foreign key of a route whose path names an export or a bulk action. */
const keyOfPath = ({ id, path }: RouteContract): string | undefined => {
  if (/^get(Person)?Export/.test(id)) return FOREIGN_KEYS.exportId;
  return path.includes('/bulk/:id') ? FOREIGN_KEYS.bulkId : undefined;
};

const attacksOn = (route: RouteContract): readonly (readonly [Place, unknown])[] =>
  PARAMETER_PARTS.flatMap((part) => {
    const schema = route[part] as Schema | undefined;
    const numbers = placesIn(schema ?? {}).flatMap((path) =>
      [FOREIGN, FOREIGN_HR].map((id) => [[part, ...path] as Place, id] as const),
    );
    const keys = keysIn(schema).map(
      (name) => [[part, name] as Place, FOREIGN_KEYS[name as keyof typeof FOREIGN_KEYS]] as const,
    );
    const named = part === 'params' && keyOfPath(route);
    return named ? [[['params', 'id'] as Place, named] as const] : [...numbers, ...keys];
  });

/** Returns the least and the most powerful role of an organisation; company routes use a company. */
const callersOf = ({ access }: RouteContract) =>
  typeof access === 'object' && access.types?.includes('company') && access.types.length === 1
    ? (['company'] as const)
    : (['branch', 'root'] as const);
const ATTACKED = ROUTES.filter(({ access }) => typeof access === 'object').filter(
  (route) => attacksOn(route).length > 0,
);

describe('ids of another organisation', () => {
  let server: TestServer;
  let world: World;
  let before: Record<string, string>;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    await addForeignWorld(server.db);
    before = await foreignRows(server.db);
  });
  afterAll(() => server.close());

  it('exist for every kind of entity', () => {
    expect(Object.values(before).every((text) => text.length > 0)).toBe(true);
    // Every route with an id in its path must be in the list, or no test covers it.
    const withIds = ROUTES.filter(({ path, access }) => typeof access === 'object' && /:\w*[iI]d\b/.test(path));
    expect(withIds.filter((route) => !ATTACKED.includes(route)).map(({ id }) => id)).toEqual([]);
  });

  it.each(ATTACKED.map((route) => [route.id, route] as const))(
    'are rejected in every place of %s, which shows none of the foreign data',
    async (_id, route) => {
      // The rest of each call is valid and the caller's own.
      const own = { ...world, otherApplication: world.application, otherJob: world.job };
      const right = rightCall(route, own);
      for (const [[part, ...path], id] of attacksOn(route)) {
        const options = { ...right, [part]: put(baseOf(right[part], path), path, id) } as CallOptions;
        for (const as of callersOf(route)) {
          const { status, body, file } = await server.call(route, { ...options, as });
          const responseText = `${JSON.stringify(body)}${file?.toString('latin1') ?? ''}`;
          expect([as, part, ...path, id, status >= 400 && status < 500, responseText.includes(CANARY)]).toEqual([
            as,
            part,
            ...path,
            id,
            true,
            false,
          ]);
        }
      }
    },
  );

  const withBody = ROUTES.filter(({ access, body }) => typeof access === 'object' && body);
  it.each(withBody.map((route) => [route.id, route] as const))(
    'and foreign people in fields that the body of %s does not have reach nothing',
    async (_id, route) => {
      const ids = ['id', 'userId', 'organisationId', 'workerId', 'applicationId', 'appointmentId', 'threadId', 'jobId'];
      const own = { ...world, otherApplication: world.application, otherJob: world.job };
      const right = rightCall(route, own);
      const undeclared = Object.entries({
        ...Object.fromEntries(ids.map((name) => [name, FOREIGN])),
        user: { id: FOREIGN, organisationId: FOREIGN, userType: 'root', sessionId: FOREIGN },
        requestId: CANARY,
        language: CANARY,
      }).filter(([name]) => !(name in ((route.body as Schema).properties ?? {})));
      const body = { ...Object.fromEntries(undeclared), ...(right.body as Fields) };
      const { status, body: reply } = await server.call(route, { ...right, body, as: callersOf(route).at(-1) });
      expect([status < 500, JSON.stringify(reply).includes(CANARY)]).toEqual([true, false]);
    },
  );

  it('leave the foreign data unchanged', async () => {
    expect(await foreignRows(server.db)).toEqual(before);
  });
});
