import type pg from 'pg';
import { issueToken } from '../../server/platform/auth/tokens';
import type { Deps } from '../../server/platform/deps';

/** A signed-in account and the rows that it works on. */
export interface Employer {
  token: string;
  userId: number;
  jobId: number;
  threadId: number;
  workerId: number;
  applications: number[];
  /** The state of its open conversation: the newest message's number, and the version. */
  after: number;
  etag: string | undefined;
}

interface ActivityRequest {
  head: string;
  body?: string;
  /** The statuses of a successful response. */
  status: number[];
  seen?(answer: { status: number; etag: string | undefined; body: string }): void;
}

/** A repeated action: its frequency per thousand, and its request. */
export interface Activity {
  kind: string;
  share: number;
  isWrite?: boolean;
  request(employer: Employer, at: number): ActivityRequest;
}

const auth = ({ token }: Employer) => `Authorization: Bearer ${token}`;
const get = (employer: Employer, path: string): ActivityRequest => ({
  head: `GET ${path} HTTP/1.1\r\n${auth(employer)}`,
  status: [200],
});
const put = (employer: Employer, path: string, body: object): ActivityRequest => ({
  head: `PUT ${path} HTTP/1.1\r\n${auth(employer)}\r\nContent-Type: application/json`,
  body: JSON.stringify(body),
  status: [200],
});
const one = <T>(list: readonly T[], at: number): T => list[at % list.length]!;
const LIST = '/api/search/application/all?status=in_progress,accepted&limit=20';

export const pollOf = (employer: Employer): ActivityRequest => {
  const known = employer.etag === undefined ? '' : `\r\nIf-None-Match: ${employer.etag}`;
  const { threadId, userId, after } = employer;
  return {
    head: `GET /api/messages/thread/${threadId}?user_id=${userId}&after=${after} HTTP/1.1\r\n${auth(employer)}${known}`,
    status: [200, 304],
    seen: ({ status, etag, body }) => {
      employer.etag = etag;
      if (status !== 200) return;
      const { messages } = (JSON.parse(body) as { payload: { messages: { number: number }[] } }).payload;
      employer.after = messages.at(-1)?.number ?? employer.after;
    },
  };
};

/** A working day of an employer, in thousandths; most requests are polls. */
export const EMPLOYER_DAY: readonly Activity[] = [
  { kind: 'poll of an open conversation', share: 450, request: pollOf },
  { kind: 'inbox', share: 80, request: (who) => get(who, '/api/messages/inbox') },
  { kind: 'applications', share: 140, request: (who) => get(who, LIST) },
  {
    kind: 'applications, filtered',
    share: 50,
    request: (who) => get(who, `${LIST}&gender=female&ageMin=20&ageMax=35`),
  },
  { kind: 'applications of a job', share: 40, request: (who) => get(who, `${LIST}&jobId=${who.jobId}`) },
  { kind: 'count of applications', share: 40, request: (who) => get(who, LIST.replace('limit=20', 'limit=0')) },
  {
    kind: 'an application is opened',
    share: 70,
    request: (who, at) => get(who, `/api/search/application/${one(who.applications, at)}`),
  },
  {
    kind: 'an application is marked as seen',
    share: 35,
    isWrite: true,
    request: (who, at) => put(who, `/api/job/application/${one(who.applications, at)}/mark-as-seen`, {}),
  },
  { kind: 'jobs', share: 30, request: (who) => get(who, '/api/search/job?page=1') },
  {
    kind: 'appointments',
    share: 20,
    request: (who) => get(who, '/api/appointment/me?statusGroup=waiting,active&limit=10'),
  },
  {
    kind: 'a message is sent',
    share: 25,
    isWrite: true,
    request: (who, at) =>
      put(who, '/api/messages/send', {
        user_id: who.userId,
        recipient_id: who.workerId,
        body: 'Merhaba, yarın saat onda görüşmeye gelebilir misiniz?',
        message_status: 2,
        type: 'text',
        client_message_id: `day-${process.pid}-${at}`,
      }),
  },
  {
    kind: 'an application goes on or off the shortlist',
    share: 20,
    isWrite: true,
    request: (who, at) =>
      put(who, `/api/job/application/${one(who.applications, at)}/shortlist`, { isShortlisted: at % 2 === 0 }),
  },
];

/** Returns signed-in branches, one of each organisation, the largest included. */
export const employersAtWork = async (
  { db }: Pick<Deps, 'db'>,
  pool: Pick<pg.Pool, 'query'>,
  count: number,
): Promise<Employer[]> => {
  const { rows } = await pool.query<Omit<Employer, 'token' | 'after' | 'etag'>>(
    `select u.id as "userId", j.id as "jobId", t.id as "threadId", t.worker_id as "workerId", a.ids as applications
     from users u
     cross join lateral (select id from jobs where user_id = u.id and status = 'active' order by id limit 1) j
     cross join lateral (
       select id, worker_id from threads where user_id = u.id and last_number < 100 and blocked_at is null
       order by id limit 1) t
     cross join lateral (
       select array_agg(id) as ids from (
         select a.id from applications a join jobs o on o.id = a.job_id and o.status = 'active'
         where a.user_id = u.id and a.status = 'in_progress' order by a.created_at desc limit 20) newest) a
     where u.user_type = 'branch' and cardinality(a.ids) > 0 order by u.id limit $1`,
    [count],
  );
  return db.transaction().execute(async (trx) => {
    const employers: Employer[] = [];
    for (const row of rows) {
      const token = await issueToken(trx, { userId: Number(row.userId), now: new Date() });
      employers.push({ ...row, applications: row.applications.map(Number), token, after: 0, etag: undefined });
    }
    return employers;
  });
};
