import { Type, type TSchema } from 'typebox';
import { HOUR } from '../../../../contract/constants/time';
import { DASHBOARD_ROUTES } from '../../../../contract/routes';
import type { CallKey } from '../../../../contract/routes/calls';
import {
  grown,
  KEPT_ROUTES,
  nameOf,
  REMOVED_FIELDS,
  surplusOf,
  withChangedRow,
  withChanges,
  withoutRemoved,
  type Asked,
} from '../../../../src/lib/keptAnswers/rules';
import { isAlive } from '../../../../src/lib/keptAnswers/sealing';

const NOW = Date.parse('2026-11-25T09:00:00Z');
const list = (query: object): Asked => ({ key: 'GET /search/application/all', query });

describe('what is kept', () => {
  test.each<[string, Asked]>([
    ['search words', list({ status: 'in_progress', q: 'Ayşe' })],
    ['a filter on a person', list({ gender: 'female' })],
    ['a later page of jobs', { key: 'GET /search/job', query: { page: 2, limit: 10 } }],
    ['search words of jobs', { key: 'GET /search/job', query: { q: 'barista' } }],
    ['older messages', { key: 'GET /messages/thread/:threadId', params: { threadId: 5 }, query: { before: 3 } }],
    ['settings', { key: 'GET /organisation/settings' }],
    ['the user with the token', { key: 'GET /user/me' }],
    ['a change', { key: 'PUT /job/application/:id/shortlist', params: { id: 5 }, body: { isShortlisted: true } }],
  ])('is not %s', (_what, asked) => expect(nameOf(asked)).toBeNull());

  test('has one name for a call, whatever the order of its query, empty values and the first page', () => {
    const name = nameOf(list({ limit: 10, status: 'in_progress', q: '', jobId: null }));
    expect(name).not.toBeNull();
    expect(nameOf(list({ status: 'in_progress', page: 1, limit: 10 }))).toBe(name);
    expect(nameOf(list({ status: 'in_progress', limit: 50 }))).not.toBe(name);
    for (const more of [{ before: 77 }, { page: 3 }])
      expect([null, name]).not.toContain(nameOf(list({ status: 'in_progress', limit: 10, ...more })));
    const thread = (threadId: number, query: object): Asked => ({
      key: 'GET /messages/thread/:threadId',
      params: { threadId },
      query,
    });
    expect(nameOf(thread(5, { user_id: 3, peek: '1' }))).toBe(nameOf(thread(5, { user_id: 3, after: 8 })));
    expect(nameOf(thread(6, { user_id: 3 }))).not.toBe(nameOf(thread(5, { user_id: 3 })));
  });

  test('tells conversations of two applicants apart by what was asked', () => {
    const check = (workerId: number): Asked => ({
      key: 'PUT /messages/check',
      body: { worker_id: workerId, company_id: 3 },
    });
    expect(nameOf(check(1))).not.toBe(nameOf(check(2)));
  });

  test('lacks contact details and papers, wherever they stand', () => {
    const user = {
      firstName: 'Ayşe',
      phone: '+905321234567',
      email: 'a@b.test',
      imageUrl: '/files/1',
      certificates: ['x'],
    };
    const kept = withoutRemoved({ payload: { application: { user, appointment: { user } } }, total: 3 });
    const empty = { firstName: 'Ayşe', phone: null, email: null, imageUrl: null, certificates: [] };
    expect(JSON.parse(kept)).toEqual({
      payload: { application: { user: empty, appointment: { user: empty } } },
      total: 3,
    });
  });
});

/** Names that may hold contact details, papers or pictures of a person. */
const SENSITIVE =
  /phone|mail|image|picture|photo|url|identity|document|certificate|licen[cs]e|disab|token|password|file|^to$/i;

interface Field {
  name: string;
  schema: TSchema & { anyOf?: TSchema[]; items?: TSchema; properties?: Record<string, TSchema>; type?: string };
}

const fieldsOf = (schema: Field['schema']): Field[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    { name, schema: inner as Field['schema'] },
    ...fieldsOf(inner as Field['schema']),
  ]),
  ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((inner) =>
    fieldsOf(inner as Field['schema']),
  ),
];

describe('the replies of the kept routes', () => {
  const routes = Object.values(DASHBOARD_ROUTES).filter(
    ({ method, path }) => `${method} ${path.replace(/^\/api/, '')}` in KEPT_ROUTES,
  );
  const fields = routes.flatMap(({ reply }) => fieldsOf(reply as Field['schema']));

  test('are all in the contract', () => expect(routes).toHaveLength(Object.keys(KEPT_ROUTES).length));

  test('have no field of contact details, papers or pictures that would be kept', () => {
    expect(fields.length).toBeGreaterThan(100);
    const sensitive = [...new Set(fields.map(({ name }) => name).filter((name) => SENSITIVE.test(name)))];
    expect(sensitive.filter((name) => !REMOVED_FIELDS.has(name))).toEqual([]);
  });

  test('may lack each removed field', () => {
    const removed = fields.filter(({ name }) => REMOVED_FIELDS.has(name));
    expect([...new Set(removed.map(({ name }) => name))].sort()).toEqual([...REMOVED_FIELDS].sort());
    const mayBeEmpty = ({ name, schema }: Field) =>
      schema.type === 'array' || name === 'to' || schema.anyOf?.some(({ type }: { type?: string }) => type === 'null');
    expect(removed.filter((field) => !mayBeEmpty(field)).map(({ name }) => name)).toEqual([]);
    expect(mayBeEmpty({ name: 'phone', schema: Type.String() as Field['schema'] })).toBeFalsy();
  });
});

describe('rows that changed after they were kept', () => {
  const row = (id: number, status: string) => ({ id, status, user: { id: 7 }, appointment: null });
  const rows = withChangedRow({}, row(1, 'rejected'), NOW);
  const shown = (key: CallKey, payload: unknown, at: number) =>
    withChanges(key, { answer: { payload }, at }, rows).payload;

  test('show what the user decided', () => {
    const all = [row(1, 'in_progress'), row(2, 'in_progress')];
    expect(shown('GET /search/application/all', all, NOW - HOUR)).toEqual([row(1, 'rejected'), row(2, 'in_progress')]);
    expect(shown('GET /search/application/all', all, NOW + 1)).toEqual(all);
  });

  test('keep the fields that only the whole application has', () => {
    const application = { ...row(1, 'in_progress'), user: { id: 7, about: 'x' }, appointment: { id: 9 }, comments: [] };
    expect(shown('GET /search/application/:id', { application }, NOW - HOUR)).toEqual({
      application: { ...application, status: 'rejected' },
    });
  });

  test('are the newest two hundred', () => {
    let many = {};
    for (let id = 1; id <= 201; id += 1) many = withChangedRow(many, { id }, NOW + id);
    expect(Object.keys(many)).toHaveLength(200);
    expect(many).not.toHaveProperty('1');
  });

  test('go once they are older than any kept answer', () => {
    expect(withChangedRow(rows, { id: 2 }, NOW + 24 * HOUR)).toEqual({ 2: { at: NOW + 24 * HOUR, row: { id: 2 } } });
  });
});

describe('a conversation', () => {
  const messages = (...numbers: number[]) => numbers.map((number) => ({ number }));
  const before = { payload: { thread: { id: 5 }, messages: messages(1, 2), hasOlder: true }, etag: 'a' };
  const more = (after: number, ...numbers: number[]) => ({
    key: 'GET /messages/thread/:threadId' as const,
    query: { after },
    answer: { payload: { thread: { id: 5, nbUnreadMessage: 0 }, messages: messages(...numbers) }, etag: 'b' },
    at: NOW,
  });

  test('grows by messages that were read later', () => {
    expect(grown(before, more(2, 3, 4))).toEqual({
      payload: { thread: { id: 5, nbUnreadMessage: 0 }, messages: messages(1, 2, 3, 4), hasOlder: true },
      etag: 'b',
    });
    expect(grown(before, more(1, 2, 3))?.payload).toMatchObject({ messages: messages(1, 2, 3) });
    expect(grown(before, more(2))?.payload).toMatchObject({ messages: messages(1, 2) });
  });

  test('does not grow where messages in between are missing', () => expect(grown(before, more(3, 4))).toBeNull());
});

describe('the age of an answer', () => {
  test.each([
    ['now', 0, true],
    ['just under a day', -24 * HOUR + 1, true],
    ['a day', -24 * HOUR, false],
    ['four minutes ahead', 4 * 60_000, true],
    ['an hour ahead, after the clock was set back', HOUR, false],
  ])('of %s is allowed: %p', (_age, by, expected) => expect(isAlive(NOW + by, NOW)).toBe(expected));

  test('says which answers to delete: too old ones, then the oldest above the limits', () => {
    const answer = (name: string, at: number, size = 1) => ({ name, at, size });
    expect(surplusOf([answer('old', NOW - 25 * HOUR), answer('new', NOW)], NOW)).toEqual(['old']);
    const many = Array.from({ length: 302 }, (_one, at) => answer(`n${at}`, NOW - at));
    expect(surplusOf(many, NOW)).toEqual(['n300', 'n301']);
    const large = [answer('a', NOW, 6_000_000), answer('b', NOW - 1, 6_000_000), answer('c', NOW - 2, 1)];
    expect(surplusOf(large, NOW)).toEqual(['b', 'c']);
  });
});
