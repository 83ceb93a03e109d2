import { sql } from 'kysely';
import { getPublicPage } from '../../../contract/routes/publicPage';
import type { Challenge } from '../../../contract/schemas/challenge';
import { codeOf } from '../../../server/modules/account/phoneCodeService';
import { phoneNo } from '../account/accounts';
import { solve } from '../../support/proofOfWork';
import { companyNames, expectNamesKept } from '../../support/pageNames';
import { testServer, type TestServer } from '../../support/testServer';

const BROWSER = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

export const ANSWERS = { days: 'weekdays', parts: 'morning', start: 'now', experience: '24' };

type Form = Record<string, string>;

/** Returns a phone's browser on the public pages of a server, without scripts. */
export const browserOn = (server: TestServer) => {
  let next = 100;
  const named = companyNames(server);
  const send = async (method: 'GET' | 'HEAD' | 'POST', url: string, form?: Form, headers: Form = {}) => {
    const reply = await server.app.inject({
      method,
      url,
      headers: {
        'user-agent': BROWSER,
        'accept-language': 'en',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    expectNamesKept(reply.body, await named);
    return { status: reply.statusCode, body: reply.body, headers: reply.headers, to: String(reply.headers.location) };
  };
  const get = (url: string, headers?: Form) => send('GET', url, undefined, headers);
  /**
   * Sends a form, which is always answered by a redirect, and reads the page to which it leads. Returns the status of
   * that page if it is the page of the form, for example with a refusal, otherwise 303. `to` is the target of the
   * redirect.
   */
  const post = async (url: string, form: Form) => {
    const sent = await send('POST', url, form);
    if (sent.status !== 303 || !sent.to.startsWith('/p/')) return sent;
    const page = await get(sent.to);
    if (page.status === 303) return page;
    const pathOf = (address: string) => address.split('?')[0];
    const isSame = pathOf(url) === pathOf(sent.to);
    return { ...page, status: page.status >= 400 || isSame ? page.status : 303, to: sent.to };
  };
  return {
    send,
    get,
    post,
    /** Returns the first form of somebody with a number that nobody else has. */
    person: (more: Form = {}) => ({ firstName: 'Deniz', lastName: 'Ak', phone: `0${phoneNo((next += 1))}`, ...more }),
    codeFor: async (phone: string): Promise<string> => {
      const dial = phone.startsWith('+') ? phone : `+9${phone}`;
      const { rows } = await sql<{ nonce: string }>`
        select nonce from phone_codes where phone = ${dial} order by id desc limit 1`.execute(server.db);
      return codeOf(server.deps.codeSecret, rows[0]!.nonce);
    },
  };
};

/** The page of the demo's branch with its open jobs, and a visitor who sends its forms. */
export const visitorOf = async (env: Record<string, string> = {}) => {
  const server = await testServer({ env });
  const { body } = await server.call(getPublicPage, { as: 'branch' });
  const code: string = body.payload.branchPage.code;
  const { rows: jobs } = await sql<{ id: number; userId: number; organisationId: number; positionId: number }>`
    select j.id, j.user_id as "userId", j.organisation_id as "organisationId", j.position_id as "positionId"
    from jobs j join users u on u.id = j.user_id
    where u.email = 'branch@demo.test' and j.status = 'active' order by j.id`.execute(server.db);
  const browser = browserOn(server);
  const { post } = browser;
  const codeFor = ({ phone = '' }: Form) => browser.codeFor(phone);
  /** Sends the first form and returns the path of the second. */
  const requestCode = async (given: Form, job = jobs[0]!.id): Promise<string> => {
    const { status, to, body: page } = await post(`/p/${code}/${job}/apply`, given);
    if (status !== 303) throw new Error(`${status}: ${page}`);
    return to.split('?')[0]!;
  };
  const apply = async (given: Form, answers: Form = {}, job = jobs[0]!.id) =>
    post(await requestCode(given, job), { ...ANSWERS, ...answers, adult: 'yes', code: await codeFor(given) });
  /** Returns the fields of the challenge on a page, solved. */
  const workIn = async (page: string): Promise<Form> => {
    const [, json = ''] = /name="challenge" value="([^"]+)"/.exec(page) ?? [];
    const { challenge, solution } = await solve(JSON.parse(json.replaceAll('&quot;', '"')) as Challenge);
    return { challenge: JSON.stringify(challenge), solution: JSON.stringify(solution) };
  };
  /** Returns the button of the question who applies with which one says to be the first person in it. */
  const sameIn = (page: string): Form => {
    const [, value = ''] = /name="do" value="(same:[^"]+)"/.exec(page) ?? [];
    return { do: value };
  };
  const workersWith = async (phone: string) => {
    const { rows } = await sql<{ id: number; country: string; applications: number[] }>`
      select w.id, w.country_code as country,
        array(select a.job_id::int from applications a where a.worker_id = w.id order by a.id) as applications
      from workers w where w.phone = ${phone} and w.external_id like 'web:%' order by w.id`.execute(server.db);
    return rows;
  };
  return {
    server,
    code,
    jobs,
    ...browser,
    codeFor,
    requestCode,
    apply,
    workIn,
    sameIn,
    workersWith,
  };
};

export type Visitor = Awaited<ReturnType<typeof visitorOf>>;
export type Browser = ReturnType<typeof browserOn>;
