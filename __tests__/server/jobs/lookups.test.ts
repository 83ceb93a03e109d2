import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { fold } from '../../../contract/constants/text';
import {
  getCompanyLocations,
  getPositions,
  getSpokenLanguages,
  getTags,
  postCompanyLocation,
  postTag,
} from '../../../contract/routes/jobs';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

interface Named {
  id: number;
  name: string;
}
type As = NonNullable<CallOptions['as']>;

describe('options of the job form', () => {
  let server: TestServer;
  let world: JobWorld;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
  });
  afterAll(() => server.close());

  const names = (list: readonly Named[]) => list.map(({ name }) => name);

  describe('positions', () => {
    const positions = async (q?: string): Promise<Named[]> =>
      (await server.call(getPositions, { as: 'branch', query: q === undefined ? {} : { q } })).body.payload;

    it('returns at most 20 by name; the search folds and puts prefixes first', async () => {
      expect((await positions()).length).toBeLessThanOrEqual(20);
      const found = names(await positions('GARSON'));
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((name) => fold(name).includes('garson'))).toBe(true);
      const withA = names(await positions('a')).map(fold);
      const begins = withA.map((name) => name.startsWith('a'));
      expect(begins).toEqual([...begins].sort((one, other) => Number(other) - Number(one)));
    });

    it('takes wildcards of a pattern literally', async () => {
      expect(await positions('%')).toEqual([]);
      expect(await positions('_')).toEqual([]);
      expect(await positions('\\')).toEqual([]);
    });
  });

  it.each([
    ['tr', 'Almanca', 'İngilizce'],
    ['en', 'German', 'English'],
    ['es', 'Alemán', 'Inglés'],
  ])('names and sorts languages in %s', async (language, german, english) => {
    const headers = { 'accept-language': language };
    const { body } = await server.call(getSpokenLanguages, { as: 'branch', headers });
    const list = body.payload.map(({ languageName }: { languageName: string }) => languageName);
    expect(list).toEqual([...list].sort(new Intl.Collator(language).compare));
    expect(list).toEqual(expect.arrayContaining([german, english]));
    expect(list).toHaveLength(20);
  });

  describe('tags', () => {
    const tags = async (as: As, language = 'en'): Promise<Named[]> =>
      (await server.call(getTags, { as, headers: { 'accept-language': language } })).body.payload;
    const add = async (as: As, name: string): Promise<Named> =>
      (await server.call(postTag, { as, body: { name }, headers: { 'accept-language': 'es' } })).body.payload.tag;

    it('lists the benefits in the reader’s language first, then the organisation’s tags by name', async () => {
      const [zil, ceket] = [await add('branch', 'Zil'), await add('hr', '  Çeket   dolabı ')];
      expect(ceket.name).toBe('Çeket dolabı');
      const list = names(await tags('root', 'tr'));
      expect(list.slice(0, 3)).toEqual(['Yol ücreti', 'Ücretsiz yemek', 'Sağlık sigortası']);
      const own = list.slice(3);
      expect(own).toEqual([...own].sort(new Intl.Collator('tr').compare));
      expect(own).toEqual(expect.arrayContaining([zil.name, ceket.name]));
      expect(names(await tags('branch')).slice(0, 3)).toEqual(['Travel allowance', 'Free meals', 'Health insurance']);
      expect(names(await tags('other'))).not.toContain('Zil');
    });

    it('returns an existing tag instead of a second one, also for simultaneous requests', async () => {
      const first = await add('branch', 'Prim');
      expect(await add('root', ' PRİM ')).toEqual(first);
      expect((await add('other', 'Prim')).id).not.toBe(first.id);
      const [one, two] = await Promise.all([add('branch', 'Servis'), add('hr', 'servis')]);
      expect(one?.id).toBe(two?.id);
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from audit_log where action = 'tag.created' and details ->> 'name' = 'Prim'`.execute(
        server.db,
      );
      expect(rows[0]?.n).toBe(2);
    });

    it.each(['yol ücreti', 'TRAVEL ALLOWANCE', 'Ayuda de  transporte'])(
      'answers the tag %s with the benefit',
      async (name) => {
        expect(await add('branch', name)).toEqual({ id: 1, name: 'Ayuda de transporte' });
      },
    );

    it("rejects another organisation's tag on a job", async () => {
      const { id } = await add('other', 'Uzak');
      const reply = await world.post('branch', world.bodyFor('branch', { tagIds: [id] }));
      expect([reply.status, reply.body.errors.children]).toEqual([
        400,
        { tagIds: { errors: [ERROR_KEYS.fieldInvalid] } },
      ]);
    });
  });

  describe('places of work', () => {
    const list = (as: As, query: Record<string, unknown> = {}) => server.call(getCompanyLocations, { as, query });
    const add = (as: As, body: Record<string, unknown>) =>
      server.call(postCompanyLocation, { as, body: { name: 'Moda şubesi', location: '40.983, 29.026', ...body } });

    it('lets root and HR name the owner, and gives others only their own', async () => {
      for (const as of ['root', 'hr'] as const) {
        expect((await list(as)).status).toBe(400);
        const { body } = await list(as, { targetUserId: world.ids.branch });
        expect(body.payload.map(({ id }: Named) => id)).toContain(world.places.branch);
        for (const targetUserId of [world.ids.other, world.ids.company, 999_999])
          expect((await list(as, { targetUserId })).status).toBe(404);
      }
      const own = await list('branch');
      expect(own.body).toEqual({ ...(await list('branch', { targetUserId: world.ids.branch })).body });
      expect((await list('branch', { targetUserId: world.ids.sibling })).status).toBe(404);
      expect((await list('company', { targetUserId: world.ids.branch })).status).toBe(404);
    });

    it('adds a place with the gazetteer’s address, which a job can use at once', async () => {
      const { status, body } = await add('root', { targetUser: world.ids.branch });
      expect(status).toBe(200);
      const { id, location } = body.payload;
      expect(location).toMatchObject({ id, name: 'Moda şubesi', position: '40.9830000, 29.0260000' });
      expect(location.address).toContain('Kadıköy');
      expect((await list('branch')).body.payload).toContainEqual(location);
      const { job } = await world.create('branch', { companyLocationIds: [id, world.places.branch] });
      expect(job.selectedCompanyLocations.map((one) => one.id).sort()).toEqual([world.places.branch, id].sort());
    });

    it('takes a token as the caller’s own account; root must name an open branch', async () => {
      expect((await add('company', { targetUser: 'token' })).status).toBe(200);
      expect((await add('root', { targetUser: 'token' })).status).toBe(400);
      expect((await add('root', { targetUser: world.ids.other })).status).toBe(404);
      expect((await add('branch', { targetUser: world.ids.sibling })).status).toBe(404);
      await server.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', world.ids.sibling).execute();
      expect((await add('root', { targetUser: world.ids.sibling })).status).toBe(404);
      expect((await list('root', { targetUserId: world.ids.sibling })).status).toBe(200);
    });

    it.each([
      ['a name of blanks', { name: '  ' }, 'name'],
      ['no location', { location: '' }, 'location'],
      ['a latitude over 90', { location: '91.0, 29.0' }, 'location'],
      ['a longitude over 180', { location: '40.0, 181.0' }, 'location'],
    ])('answers 400 to %s on its field', async (_name, change, field) => {
      const { status, body } = await add('branch', change);
      expect([status, Object.keys(body.errors.children)]).toEqual([400, [field]]);
    });

    it('gives a place in the middle of an ocean no address', async () => {
      expect((await add('branch', { location: '-40.0, -120.0' })).body.payload.location.address).toBeNull();
    });
  });
});
