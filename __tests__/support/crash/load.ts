import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { HOUR } from '../../../contract/constants/time';
import { wallTime } from '../../../contract/zone';
import { ask, type Reply } from '../product/product';
import { JOB_BODY } from '../validationCases/job';

/** The requests sent and whether the server acknowledged them. */
interface Books {
  comments: Map<string, boolean>;
  messages: Map<string, boolean>;
  jobs: Map<string, boolean>;
  appointments: Map<number, boolean>;
  /** For each application, the last acknowledged value and the values sent since then. */
  shortlist: Map<number, { acknowledged: boolean; sent: boolean[] }>;
  /** Number of responses by status; 0 counts requests without one. */
  answers: Map<number, number>;
}

export interface Load {
  books: Books;
  /** Resolves when every writer has ended, after repeating open requests until they get a response. */
  stop(): Promise<void>;
}

interface Facts {
  userId: number;
  places: number[];
  positionId: number;
  categoryId: number;
  free: { id: number; workerId: number }[];
  threads: number[];
}

export { pause };

const PAUSE_MS = 15;
const RETRY_MS = 100;

/** Looks up what the writers need in the demo world, and shortlists the applications that they will invite. */
const findFacts = async (url: string, account: string): Promise<Facts> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const numbers = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  try {
    const [userId] = await numbers('select id from users where email = $1', [`${account}@demo.test`]);
    const free = await client.query<{ id: string; worker: string }>(
      `select distinct on (a.worker_id) a.id, a.worker_id as worker from applications a join jobs j on j.id = a.job_id
       where a.user_id = $1 and j.status = 'active' and a.status = 'in_progress' and a.appointment_id is null
         and not exists (select 1 from appointments p where p.worker_id = a.worker_id and p.status in ('WAITING', 'ACTIVE'))
       order by a.worker_id, a.id`,
      [userId],
    );
    return {
      userId: userId!,
      places: await numbers('select id from company_locations where user_id = $1 limit 1', [userId]),
      positionId: (await numbers('select id from job_positions order by id limit 1'))[0]!,
      categoryId: (await numbers('select id from job_categories order by id limit 1'))[0]!,
      free: free.rows.map(({ id, worker }) => ({ id: Number(id), workerId: Number(worker) })),
      threads: await numbers('select worker_id as id from threads where user_id = $1 and blocked_at is null limit 5', [
        userId,
      ]),
    };
  } finally {
    await client.end();
  }
};

/** Starts writers of every kind in parallel against one server that may die at any moment. */
export const startLoad = async (
  { origin, url, token }: { origin: string; url: string; token: string },
  account = 'branch',
): Promise<Load> => {
  const facts = await findFacts(url, account);
  const books: Books = {
    comments: new Map(),
    messages: new Map(),
    jobs: new Map(),
    appointments: new Map(),
    shortlist: new Map(),
    answers: new Map(),
  };
  let isOver = false;

  const write = async (method: string, path: string, body: object, key?: string): Promise<Reply | null> => {
    const reply = await ask(origin, method, path, { token, body, ...(key && { headers: { 'idempotency-key': key } }) });
    const status = reply?.status ?? 0;
    books.answers.set(status, (books.answers.get(status) ?? 0) + 1);
    await pause(status === 200 ? PAUSE_MS : RETRY_MS);
    return reply;
  };
  /** Repeats a request under one key until it gets a response. */
  const writeUntilAnswered = async (method: string, path: string, body: object, key: string): Promise<void> => {
    for (;;) {
      const reply = await write(method, path, body, key);
      if (reply?.status === 200) return;
      if (![0, 409, 503].includes(reply?.status ?? 0)) throw new Error(`${path}: ${JSON.stringify(reply?.body)}`);
    }
  };
  const repeat = async (work: (at: number) => Promise<void>) => {
    for (let at = 0; !isOver; at += 1) await work(at);
  };

  const toInvite = facts.free.slice(0, facts.free.length / 2);
  const toList = facts.free.slice(facts.free.length / 2);
  const startAt = wallTime(new Date(Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR), 'Europe/Istanbul');

  const writers = [
    repeat(async (at) => {
      const text = `comment ${at}`;
      books.comments.set(text, false);
      const { workerId } = facts.free[at % facts.free.length]!;
      const reply = await write('POST', '/api/job/application-comment', { workerId, message: text });
      if (reply?.status === 200) books.comments.set(text, true);
    }),
    ...[0, 1].map((lane) =>
      repeat(async (at) => {
        const id = `message-${lane}-${at}`;
        books.messages.set(id, false);
        const recipient = facts.threads[(at + lane) % facts.threads.length]!;
        const body = { user_id: facts.userId, recipient_id: recipient, body: id, message_status: 2, type: 'text' };
        await writeUntilAnswered('PUT', '/api/messages/send', { ...body, client_message_id: id }, id);
        books.messages.set(id, true);
      }),
    ),
    repeat(async (at) => {
      const title = `job-${at}`;
      books.jobs.set(title, false);
      const { places: companyLocationIds, positionId, categoryId } = facts;
      await writeUntilAnswered(
        'POST',
        '/api/job',
        { ...JOB_BODY, status: 'draft', title, positionId, categoryId, companyLocationIds },
        title,
      );
      books.jobs.set(title, true);
      await pause(PAUSE_MS * 4);
    }),
    repeat(async (at) => {
      const one = toInvite[at];
      if (!one) return pause(RETRY_MS);
      books.appointments.set(one.id, false);
      await writeUntilAnswered(
        'PUT',
        `/api/job/application/${one.id}/shortlist`,
        { isShortlisted: true },
        `list-${one.id}`,
      );
      const body = {
        startAt,
        latitude: 41.01,
        longitude: 28.97,
        address: 'Moda 5',
        applicationId: one.id,
        workerId: one.workerId,
      };
      await writeUntilAnswered('POST', '/api/appointment', { ...body, companyId: facts.userId }, `invite-${one.id}`);
      books.appointments.set(one.id, true);
      await pause(PAUSE_MS * 8);
    }),
    repeat(async (at) => {
      const { id } = toList[at % toList.length]!;
      const state = books.shortlist.get(id) ?? { acknowledged: false, sent: [false, true] };
      const isShortlisted = Math.floor(at / toList.length) % 2 === 0;
      books.shortlist.set(id, { ...state, sent: [...state.sent, isShortlisted] });
      const reply = await write('PUT', `/api/job/application/${id}/shortlist`, { isShortlisted });
      if (reply?.status === 200) books.shortlist.set(id, { acknowledged: isShortlisted, sent: [] });
    }),
  ];
  const all = Promise.all(writers);
  // `stop` reports the error of a writer.
  all.catch(() => undefined);
  return {
    books,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
};

/** Lists the differences between the books and the store: acknowledged changes that are missing, and duplicates. */
export const compareWithStore = async (url: string, books: Books): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const counts = async (text: string) =>
    new Map((await client.query<{ key: string; n: number }>(text)).rows.map(({ key, n }) => [String(key), n]));
  const compare = <K>(kind: string, sentKeys: Map<K, boolean>, found: Map<string, number>) =>
    [...sentKeys].flatMap(([key, isDone]) => {
      const n = found.get(String(key)) ?? 0;
      if (isDone && n === 0) return [`${kind} ${String(key)} is lost`];
      return n > 1 ? [`${kind} ${String(key)} is there ${n} times`] : [];
    });
  try {
    const listed = await counts('select id as key, is_shortlisted::int as n from applications');
    return [
      ...compare(
        '',
        books.comments,
        await counts('select message as key, count(*)::int as n from worker_comments group by 1'),
      ),
      ...compare(
        '',
        books.messages,
        await counts('select client_message_id as key, count(*)::int as n from messages group by 1'),
      ),
      ...compare('', books.jobs, await counts('select title as key, count(*)::int as n from jobs group by 1')),
      ...compare(
        'appointment of',
        books.appointments,
        await counts(
          `select application_id as key, count(*)::int as n from appointments where status = 'WAITING' group by 1`,
        ),
      ),
      ...[...books.shortlist].flatMap(([id, { acknowledged, sent }]) =>
        [acknowledged, ...sent].map(Number).includes(listed.get(String(id))!)
          ? []
          : [`shortlist of ${id} is not as it was said`],
      ),
    ];
  } finally {
    await client.end();
  }
};
