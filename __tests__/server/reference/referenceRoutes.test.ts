import { CONTENT_NAMES, LANGUAGES } from '../../../contract/constants/options';
import * as routes from '../../../contract/routes/reference';
import { COUNTRIES } from '../../../server/modules/reference/forms';
import { testServer, type TestServer } from '../../support/testServer';

describe('reference data over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it('lists the countries without a token', async () => {
    const { status, body } = await server.call(routes.getCountries);
    expect([status, body.payload.length, body.payload[0].countryCode]).toEqual([200, COUNTRIES.length, 'TR']);
  });

  it('returns the country of a location', async () => {
    const { body } = await server.call(routes.postCountryCheck, { body: { location: '4.6, -74.08' } });
    expect(body.payload).toMatchObject({ isDetected: true, country: { countryCode: 'CO' } });
  });

  it.each([{ location: '91, 0' }, { location: '0, 181' }, { location: 'here' }, { language: 'x'.repeat(36) }])(
    'rejects %j',
    async (body) => {
      const { status } = await server.call(routes.postCountryCheck, { body });
      expect(status).toBe(400);
    },
  );

  it('finds places and rejects an empty and a very long text', async () => {
    const { body } = await server.call(routes.getPlaces, { query: { q: 'kadikoy' } });
    expect(body.payload[0].name).toBe('Kadıköy, İstanbul');
    for (const q of ['', 'x'.repeat(101)]) {
      const { status } = await server.call(routes.getPlaces, { query: { q } });
      expect(status).toBe(400);
    }
  });

  it('finds places around a point and rejects a point off the globe', async () => {
    const around = { latitude: 38.42, longitude: 27.13, zoom: 11 };
    const { body } = await server.call(routes.getNearbyPlaces, { query: around });
    expect(body.payload.map(({ name }: { name: string }) => name)).toContain('Karşıyaka');
    for (const wrong of [{ latitude: 91 }, { longitude: -181 }, { zoom: 0 }, { zoom: 'x' }]) {
      const { status } = await server.call(routes.getNearbyPlaces, { query: { ...around, ...wrong } });
      expect(status).toBe(400);
    }
  });

  it.each([
    ['kadikoy', 'Kadıköy Vergi Dairesi Müdürlüğü'],
    ['KADIKÖY vergi', 'Kadıköy Vergi Dairesi Müdürlüğü'],
    ['izmir kemer', 'Kemeraltı Vergi Dairesi Müdürlüğü'],
  ])('finds the tax office “%s”', async (q, name) => {
    const { body } = await server.call(routes.getTaxOffices, { as: 'company', query: { q } });
    expect(body.payload[0].name).toBe(name);
  });

  it('returns at most 20 tax offices, also without a text, and takes wildcards literally', async () => {
    const all = await server.call(routes.getTaxOffices, { as: 'company' });
    expect(all.body.payload).toHaveLength(20);
    for (const q of ['%', '_', '\\', "'"]) {
      const { status, body } = await server.call(routes.getTaxOffices, { as: 'company', query: { q } });
      expect([q, status, body.payload]).toEqual([q, 200, []]);
    }
    const { status } = await server.call(routes.getTaxOffices, { as: 'company', query: { q: 'x'.repeat(101) } });
    expect(status).toBe(400);
  });

  it('distinguishes two tax offices with the same name', async () => {
    const { body } = await server.call(routes.getTaxOffices, { as: 'company', query: { q: 'pınarbaşı' } });
    const names = body.payload.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  const documents = CONTENT_NAMES.flatMap((name) =>
    (name === 'service-agreement' ? COUNTRIES.map(({ countryCode }) => countryCode) : LANGUAGES).map(
      (code) => [name, code] as const,
    ),
  );
  it.each(documents)('returns the document %s of %s in its plain parts only', async (name, code) => {
    const { status, body } = await server.call(routes.getContent, { params: { name, code } });
    expect(status).toBe(200);
    expect(body.payload.title).not.toBe('');
    expect(body.payload.html.length).toBeGreaterThan(1500);
    const tags = [...body.payload.html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
    for (const [, tag, attributes] of tags) {
      expect(['h2', 'p', 'ul', 'li', 'strong', 'em']).toContain(tag);
      expect(attributes).toBe('');
    }
  });

  it('returns the agreement of Turkey in Turkish and of Mexico in Spanish', async () => {
    const contentOf = async (code: string) =>
      (await server.call(routes.getContent, { params: { name: 'service-agreement', code } })).body.payload;
    expect(await contentOf('tr')).toMatchObject({ title: expect.stringContaining('Sözleşmesi'), lang: 'tr' });
    expect(await contentOf('MX')).toMatchObject({ title: 'Contrato de servicios', lang: 'es' });
  });

  it.each([
    ['service-agreement', 'DE', 404],
    ['personal-data', 'de', 404],
    ['personal-data', 'tur', 400],
    ['personal-data', 't1', 400],
    ['imprint', 'tr', 400],
  ])('has no document %s of %s', async (name, code, expected) => {
    const { status } = await server.call(routes.getContent, { params: { name, code } });
    expect(status).toBe(expected);
  });

  it('shows the fields of a form for the user’s country', async () => {
    const isActive = async () => {
      const body = { formName: 'CompanyProfileForm' };
      const reply = await server.call(routes.postFormInputList, { as: 'company', body });
      return reply.body.payload.fields.find(({ name }: { name: string }) => name === 'taxOffice').isActive;
    };
    expect(await isActive()).toBe(true);
    await server.db.updateTable('users').set({ countryCode: 'MX' }).where('email', '=', 'company@demo.test').execute();
    expect(await isActive()).toBe(false);
  });
});
