import { ANSWERS, visitorOf, type Visitor } from './visitor';
import { wrongCode } from '../account/accounts';

describe('every form of the public page', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visitorOf();
  });
  beforeEach(() => visitor.server.pool.query('delete from rate_limits'));
  afterAll(() => visitor.server.close());

  /** Sends a form and returns the address of its redirect. Back and a reload only read that page. */
  const leadOf = async (url: string, form: Record<string, string>): Promise<string> => {
    const { status, to } = await visitor.send('POST', url, form);
    expect(status).toBe(303);
    return to;
  };
  const first = () => `/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`;

  it('stores a refused first form under its own address, where the applicant continues', async () => {
    const given = visitor.person({ lastName: 'Çalışkan' });
    const refused = await leadOf(first(), { ...given, phone: '12' });
    for (const look of ['Back', 'a reload']) {
      const { body } = await visitor.get(refused);
      expect([look, body.includes('Please enter a mobile number'), body.includes('value="Çalışkan"')]).toEqual([
        look,
        true,
        true,
      ]);
    }
    const path = refused.split('?')[0]!;
    const shown = await visitor.get(refused);
    expect(shown.body).toContain(`action="${path}?lang=en"`);
    // The page shows name and number to everyone who has its address, so no cache or search engine may keep it.
    expect([shown.headers['cache-control'], shown.headers['x-robots-tag']]).toEqual([
      'no-store',
      expect.stringContaining('noindex'),
    ]);
    expect((await leadOf(path, given)).split('?')[0]).toBe(path);
    expect((await visitor.get(path)).body).toContain('We sent a four-digit code');
    const own = await visitor.post(path, { ...ANSWERS, code: await visitor.codeFor(given) });
    expect(own.to).toMatch(/^\/w\//);
    // From now on, the address of the form leads to the result.
    expect((await visitor.get(path)).to).toBe(own.to);
  });

  it.each([
    ['a wrong code', (right: string) => ({ code: wrongCode(right) }), 'This code is wrong'],
    ['a missing code', () => ({ code: '' }), 'Please fill this in'],
    ['another language', () => ({ do: 'language', code: '' }), 'value="sunday" checked'],
    ['a code asked for too soon', () => ({ do: 'resend', code: '' }), 'The code is on its way'],
  ])('continues after %s with the answers', async (_name, more, text) => {
    const given = visitor.person();
    const path = await visitor.requestCode(given);
    const to = await leadOf(path, { ...ANSWERS, days: 'sunday', ...more(await visitor.codeFor(given)) });
    const { body } = await visitor.get(to);
    expect([body.includes(text), body.includes('value="sunday" checked')]).toEqual([true, true]);
  });

  it('redirects after the forms of the roster', async () => {
    const roster = `/p/${visitor.code}/roster`;
    const given = visitor.person();
    const refused = await leadOf(roster, { ...given, phone: '12' });
    const shown = await visitor.get(refused);
    expect(shown.body).toContain('Please enter a mobile number');
    expect(shown.headers['cache-control']).toBe('no-store');
    const path = refused.split('?')[0]!;
    await leadOf(path, given);
    const wrong = await leadOf(path, { code: wrongCode(await visitor.codeFor(given)) });
    expect((await visitor.get(wrong)).body).toContain('This code is wrong');
    const member = await leadOf(path, { code: await visitor.codeFor(given) });
    const left = await leadOf(member.split('?')[0]!, {});
    expect((await visitor.get(left)).body).toContain('You won’t get any more messages');
  });

  it('makes one application when it is sent many times at once, and redirects all to it', async () => {
    for (const job of visitor.jobs.slice(0, 3)) {
      const given = visitor.person();
      const path = await visitor.requestCode(given, job.id);
      const form = { ...ANSWERS, adult: 'yes', code: await visitor.codeFor(given) };
      const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.post(path, form)));
      expect(new Set(answers.map(({ to }) => to)).size).toBe(1);
      expect(answers[0]!.to).toMatch(/^\/w\/.+done=applied$/);
      expect(await visitor.workersWith(given.phone!.slice(1))).toMatchObject([{ applications: [job.id] }]);
    }
  });

  describe('by a phone that applied here under another name', () => {
    const second = () => visitor.jobs[1]!.id;
    const asked = async (given: Record<string, string>) => {
      await visitor.apply({ ...given, firstName: 'Ayşe', lastName: 'Yılmaz' });
      const again = await visitor.apply(given, { days: 'sunday' }, second());
      expect(again.body).toContain('<h1>Still <span translate="no" dir="auto">Ayşe Y.</span>?</h1>');
      expect(await visitor.workersWith(given.phone!.slice(1))).toMatchObject([{ applications: [visitor.jobs[0]!.id] }]);
      return { path: again.to.split('?')[0]!, same: visitor.sameIn(again.body) };
    };
    const nameOf = async (phone: string) => {
      const { rows } = await visitor.server.pool.query(
        `select s.first_name as name, s.days from application_sources s join applications a on a.id = s.application_id
         join workers w on w.id = a.worker_id where w.phone = $1 and a.job_id = $2`,
        [phone.slice(1), second()],
      );
      return rows[0];
    };

    it.each([
      ['same', 'Ayşe'],
      ['other', 'Mert'],
    ])('asks who it is; %s applies as %s with all answers', async (answer, name) => {
      const given = visitor.person({ firstName: 'Mert', lastName: 'Yılmaz' });
      const { path, same } = await asked(given);
      const [press, otherPress] = answer === 'same' ? [same, { do: 'other' }] : [{ do: 'other' }, same];
      const { to } = await visitor.post(path, press);
      expect(to).toMatch(/^\/w\//);
      expect(await nameOf(given.phone!)).toEqual({ name, days: ['sunday'] });
      // The answer was given once.
      expect((await visitor.post(path, otherPress)).to).toBe(to);
      expect(await nameOf(given.phone!)).toEqual({ name, days: ['sunday'] });
    });

    it('asks nothing about a name that only differs in capitals, nor at another organisation', async () => {
      const given = visitor.person({ firstName: 'İpek', lastName: 'Işık' });
      await visitor.apply(given);
      expect((await visitor.apply({ ...given, firstName: 'İPEK', lastName: 'IŞIK' }, {}, second())).to).toMatch(
        /^\/w\//,
      );
      const { rows } = await visitor.server.pool.query(
        `select p.code, j.id from branch_pages p join users u on u.id = p.user_id join jobs j on j.user_id = u.id
         where u.email = 'other@demo.test' and j.status = 'active' and p.is_on limit 1`,
      );
      const there = await visitor.post(`/p/${rows[0].code}/${rows[0].id}/apply`, { ...given, firstName: 'Mert' });
      const form = { ...ANSWERS, adult: 'yes', code: await visitor.codeFor(given) };
      expect((await visitor.post(there.to.split('?')[0]!, form)).to).toMatch(/^\/w\//);
    });
  });
});
