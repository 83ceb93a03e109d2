import { putPublicPage } from '../../../contract/routes/publicPage';
import { gatewayReject } from '../../../contract/routes/gateway';
import { linkedAddress } from '../../../server/modules/publicPage/pageRequest';
import { ANSWERS, visitorOf, type Visitor } from './visitor';

describe('the address of a page', () => {
  it.each([
    ['/P/ABCD2345', '/p/abcd2345'],
    ['/p/Abcd2345/', '/p/abcd2345'],
    ['/p/abcd2345/12/?from=poster', '/p/abcd2345/12?from=poster'],
    ['//P//ABCD2345//12', '/p/abcd2345/12'],
    ['/P/ABCD2345/12/apply/AbC_d', '/p/abcd2345/12/apply/AbC_d'],
    ['/p/abcd2345/12?from=poster', null],
    ['/p/abcd2345', null],
    ['/p/', null],
    ['/', null],
  ])('typed as %s is %s', (typed, linked) => expect(linkedAddress(typed)).toBe(linked));
});

describe('a visitor of a public page', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visitorOf();
  });
  beforeEach(() => visitor.server.pool.query('delete from rate_limits'));
  afterAll(() => visitor.server.close());

  it('is redirected from the address as people type it', async () => {
    const { code, jobs } = visitor;
    const typed = [`/P/${code}`, `/P/${code.toUpperCase()}`, `/p/${code.toUpperCase()}`, `/p/${code}/`];
    for (const url of typed) {
      const { status, to } = await visitor.get(url);
      expect([url, status, to]).toEqual([url, 301, `/p/${code}`]);
    }
    const { status, to } = await visitor.get(`/p/${code}/${jobs[0]!.id}/?from=poster`);
    expect([status, to]).toEqual([301, `/p/${code}/${jobs[0]!.id}?from=poster`]);
    expect((await visitor.get(`/p/${code.toUpperCase()}.json`)).status).toBe(200);
    const begun = await visitor.post(`/p/${code.toUpperCase()}/${jobs[0]!.id}/apply`, visitor.person());
    expect(begun.body).toContain('We sent a four-digit code');
  });

  it('finds what they typed again when the page was off meanwhile', async () => {
    const { code, jobs } = visitor;
    const set = (isOn: boolean) => visitor.server.call(putPublicPage, { as: 'branch', body: { isOn } });
    const given = visitor.person();
    const second = await visitor.requestCode(given);
    const forms: [string, Record<string, string>][] = [
      [`/p/${code}/${jobs[0]!.id}/apply`, given],
      [`/p/${code}/roster`, given],
      [second, { ...ANSWERS, days: 'sunday', code: await visitor.codeFor(given) }],
    ];
    for (const [url, form] of forms) {
      await set(false);
      const { status, to } = await visitor.send('POST', url, form);
      expect([url, status]).toEqual([url, 303]);
      const off = await visitor.get(to);
      expect([off.status, off.body.includes('isn’t taking applications here right now')]).toEqual([404, true]);
      expect(off.body).toContain('What you typed is kept for 30 minutes');
      await set(true);
      const { body } = await visitor.get(to);
      expect(body).toContain(form.days ? 'value="sunday" checked' : `value="${given.phone}"`);
    }
  });

  it('finds other jobs where the job of an address does not exist', async () => {
    const { code, jobs } = visitor;
    for (const job of ['999999', '0', 'x']) {
      const { status, body } = await visitor.get(`/p/${code}/${job}?lang=en`);
      expect([status, body.includes('<h1>We can’t find this job</h1>')]).toEqual([404, true]);
      expect(body).toContain(`href="/p/${code}/${jobs[0]!.id}?lang=en`);
      expect(body).toContain(`href="/p/${code}?lang=en&amp;from=link">All jobs at`);
    }
    const poster = await visitor.get(`/p/${code}/999999?lang=en&from=poster`);
    const [, toTurkish = ''] = /href="([^"]+lang=tr[^"]*)"[^>]*>Türkçe/.exec(poster.body) ?? [];
    expect(toTurkish).toBe(`/p/${code}/999999?lang=tr&amp;from=poster`);
    expect((await visitor.get(toTurkish.replace('&amp;', '&'))).body).toContain('Bu ilanı bulamadık');
    const posted = await visitor.send('POST', `/p/${code}/999999/apply?lang=en`, visitor.person());
    const [, inSpanish = ''] = /href="([^"]+lang=es[^"]*)"[^>]*>Español/.exec(posted.body) ?? [];
    expect((await visitor.get(inSpanish.replace('&amp;', '&'))).body).toContain('No encontramos este empleo');
  });

  it('reads a page that says that there is nothing in their language', async () => {
    expect((await visitor.get('/p/aaaaaaaa?lang=es')).body).toContain('Esta página no existe');
    expect((await visitor.get('/p/aaaaaaaa')).body).toContain('<a href="?lang=tr" lang="tr"');
    const { code } = visitor;
    const set = (isOn: boolean) => visitor.server.call(putPublicPage, { as: 'branch', body: { isOn } });
    await set(false);
    expect((await visitor.get(`/p/${code}`)).body).toContain(`<a href="/p/${code}?lang=tr&amp;from=link" lang="tr"`);
    await set(true);
  });

  it('reads that a branch takes no applications now, and finds jobs of other branches', async () => {
    const { code, jobs } = visitor;
    const path = await visitor.requestCode(visitor.person());
    const set = (isOn: boolean) => visitor.server.call(putPublicPage, { as: 'branch', body: { isOn } });
    await set(false);
    for (const url of [`/p/${code}`, `/p/${code}/${jobs[0]!.id}`, path]) {
      const { status, body, headers } = await visitor.get(`${url}?from=poster`);
      expect([status, body.includes('Mavi Fincan Kadıköy isn’t taking applications here right now')]).toEqual([
        404,
        true,
      ]);
      expect(headers['x-robots-tag']).toContain('noindex');
      expect(body).toMatch(/href="\/p\/\w{8}\/\d+\?lang=en&amp;from=poster"/);
      expect(body.split('<footer>')[0]).not.toContain(`href="/p/${code}`);
      expect(body.includes('What you typed is kept')).toBe(url === path);
    }
    expect((await visitor.get(`/p/${code}.json`)).status).toBe(404);
    const posted = await visitor.send('POST', `/p/${code}/999999/apply`, visitor.person());
    expect([posted.status, posted.body.includes('isn’t taking applications')]).toEqual([404, true]);
    expect(posted.body.split('<footer>')[0]).not.toContain(`href="/p/${code}/`);
    const over = await visitor.get(`${path.slice(0, path.lastIndexOf('/'))}/${'A'.repeat(22)}`);
    expect(over.body).not.toContain('What you typed is kept');
    await set(true);
    expect((await visitor.get('/p/aaaaaaaa')).body).not.toContain('Mavi Fincan');
  });

  it('reads that they withdrew their earlier application, and finds other jobs', async () => {
    const given = visitor.person();
    await visitor.apply(given);
    const { rows } = await visitor.server.pool.query(
      `select a.id, a.worker_id as "workerId" from applications a join workers w on w.id = a.worker_id where w.phone = $1`,
      [given.phone!.slice(1)],
    );
    const { status } = await visitor.server.call(gatewayReject, {
      as: 'gateway',
      params: { id: rows[0].id },
      body: { workerId: rows[0].workerId },
    });
    expect(status).toBe(200);
    const { body } = await visitor.apply({ ...given, from: 'poster' });
    expect(body).toMatch(/<h1>You applied on \d+ \w+ \d{4} and withdrew your application<\/h1>/);
    expect(body).toContain(`/p/${visitor.code}/${visitor.jobs[1]!.id}?lang=en&amp;from=poster`);
    expect(body).toContain(`/p/${visitor.code}?lang=en&amp;from=poster`);
    expect(body).not.toContain('You already applied');
  });

  it('sees examples of phone numbers, here and in another country', async () => {
    const first = `/p/${visitor.code}/${visitor.jobs[0]!.id}`;
    expect((await visitor.get(first)).body).toMatch(/Example: 0\d{3} \d{3} \d{2} \d{2}</);
    const { body } = await visitor.post(`${first}/apply`, visitor.person({ phone: '12' }));
    expect(body).toMatch(/such as 0\d{3} \d{3} \d{2} \d{2}\. .+ such as \+34 \d{3}/);
  });
});
