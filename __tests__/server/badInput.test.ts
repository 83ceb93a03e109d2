import { searchApplications } from '../../contract/routes/applications';
import { ROUTES } from '../../contract/routes/index';
import { rightCall, type Fields } from '../support/rightCalls';
import { FIELDS, NEVER_RIGHT, SPOILED, schemaOf, spoil } from '../support/spoiledCalls';
import { testServer, type TestServer } from '../support/testServer';
import { findWorld, type World } from '../support/world';

describe('bad input', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  it.each(FIELDS.filter(([, part]) => part !== 'params'))(
    'answers 400 from %s to a wrong type in %s.%s',
    async (_id, part, field, route) => {
      const type = schemaOf(route[part])?.properties[field]?.type;
      if (type === undefined) return;
      // Query values arrive as text, so a text is never a wrong type there.
      if (part === 'query' && type === 'string') return;
      const { status, body } = await spoil(server, world, route, part, field, NEVER_RIGHT[type]);
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ errors: { children: { [field]: expect.anything() } } }),
      ]);
    },
  );

  const needed = SPOILED.flatMap((route) =>
    (['query', 'body'] as const).flatMap((part) =>
      (schemaOf(route[part])?.required ?? []).map((field) => [route.id, part, field, route] as const),
    ),
  );
  it.each(needed)('answers 400 from %s without %s.%s, on that field', async (_id, part, field, route) => {
    const right = rightCall(route, world);
    const rest = Object.fromEntries(Object.entries(right[part] as Fields).filter(([name]) => name !== field));
    const { status, body } = await server.call(route, { ...right, [part]: rest });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { children: { [field]: { errors: ['field.required'] } } } });
  });

  // Every field whose pattern asks for a character that one sees.
  const filled = FIELDS.filter(([, part, field, route]) => {
    const { pattern } = (schemaOf(route[part])?.properties[field] ?? {}) as { pattern?: string };
    const admits = (text: string) => pattern !== undefined && new RegExp(pattern).test(text);
    return admits('Ş !') && !admits(' ');
  });
  it.each(filled)('answers 400 from %s to invisible characters alone in %s.%s', async (_id, part, field, route) => {
    const { status, body } = await spoil(server, world, route, part, field, '\u200b\u2060 \u200d');
    expect([status, Object.keys(body.errors?.children ?? {})]).toEqual([400, [field]]);
  });

  const several = SPOILED.filter(({ body }) => (schemaOf(body)?.required ?? []).length > 1);
  it.each(several.map((route) => [route.id, route] as const))(
    'reports all missing and all wrong fields of an empty body to %s',
    async (_id, route) => {
      const [first, ...others] = schemaOf(route.body)!.required!;
      const missing = { errors: ['field.required'] };
      const empty = await server.call(route, { ...rightCall(route, world), body: {} });
      expect(empty.body.errors.children).toEqual(Object.fromEntries([first, ...others].map((name) => [name, missing])));
      const wrong = await server.call(route, { ...rightCall(route, world), body: { [first!]: { odd: true } } });
      expect(wrong.body.errors.children).toMatchObject({
        [first!]: expect.anything(),
        ...Object.fromEntries(others.map((name) => [name, missing])),
      });
    },
  );

  it('reports each wrong parameter of a query', async () => {
    const query = { page: 'x', limit: '1e3', isSeen: 'maybe', jobId: '1' };
    const { status, body } = await server.call(searchApplications, { ...rightCall(searchApplications, world), query });
    expect([status, Object.keys(body.errors.children).sort()]).toEqual([400, ['isSeen', 'limit', 'page']]);
  });

  const withIds = SPOILED.filter(({ params }) => schemaOf(params)?.properties.id);
  it.each(withIds.map((route) => [route.id, route] as const))(
    'answers %s with 400 to invalid ids and 404 to foreign ones',
    async (_id, route) => {
      const right = rightCall(route, world);
      for (const id of ['x', '-1', '0', '1.5', '9007199254740992', '1e30', '%00', "1'"])
        expect([id, (await server.call(route, { ...right, params: { ...right.params, id } })).status]).toEqual([
          id,
          400,
        ]);
      // 128 hexadecimal bits name an export or a bulk action.
      const ofNothing = /^get(Person)?Export|Bulk/.test(route.id) ? 'f'.repeat(32) : Number.MAX_SAFE_INTEGER;
      const absent = await server.call(route, { ...right, params: { ...right.params, id: ofNothing } });
      expect(absent.status).toBe(404);
    },
  );

  const bodied = ROUTES.filter(({ body, id }) => body && id !== 'login');
  it.each(bodied.map((route) => [route.id, route] as const))(
    'answers 400 from %s to a body that is no object',
    async (_id, route) => {
      const right = rightCall(route, world);
      for (const body of [[], [1], 'text', 1, null, true]) {
        const { status } = await server.call(route, { ...right, body });
        expect([body, status]).toEqual([body, 400]);
      }
    },
  );
});
