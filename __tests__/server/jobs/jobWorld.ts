import { sql } from 'kysely';
import sharp from 'sharp';
import { getJob, postJob, postJobImage, putJob } from '../../../contract/routes/jobs';
import type { Job, JobChangePayload } from '../../../contract/schemas/jobForm';
import { JOB_BODY } from '../../support/validationCases/job';
import type { CallOptions, TestServer } from '../../support/testServer';

type As = NonNullable<CallOptions['as']>;

/** Offers the ids of the demo world that tests of jobs need, and short calls. */
export const jobWorld = async (server: TestServer) => {
  const id = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> => {
    const { rows } = await query.execute(server.db);
    if (!rows[0]) throw new Error('the demo world lacks something that this test needs');
    return rows[0].id;
  };
  const userId = (name: string) => id(sql<{ id: number }>`select id from users where email = ${`${name}@demo.test`}`);
  const placeOf = (owner: number) =>
    id(sql<{ id: number }>`select id from company_locations where user_id = ${owner} order by id limit 1`);
  const positionId = await id(sql<{ id: number }>`select id from job_positions order by id limit 1`);
  const categoryId = await id(sql<{ id: number }>`select id from job_categories order by id limit 1`);
  const ids = {
    branch: await userId('branch'),
    sibling: await userId('branch2'),
    company: await userId('company'),
    empty: await userId('empty'),
    other: await userId('other'),
    root: await userId('root'),
  };
  const places = {
    branch: await placeOf(ids.branch),
    sibling: await placeOf(ids.sibling),
    company: await placeOf(ids.company),
    empty: await placeOf(ids.empty),
    other: await placeOf(ids.other),
  };
  const bodyFor = (as: 'root' | 'hr' | keyof typeof places, change: Record<string, unknown> = {}) => {
    const isStaff = as === 'root' || as === 'hr';
    return {
      ...JOB_BODY,
      positionId,
      categoryId,
      companyLocationIds: [places[isStaff ? 'branch' : as]],
      ...(isStaff && { targetUser: ids.branch }),
      ...change,
    };
  };
  const jobOf = ({ body }: { body: { payload: { job: Job } } }): Job => body.payload.job;
  const create = async (
    as: 'root' | 'hr' | keyof Omit<typeof places, 'sibling'>,
    change: Record<string, unknown> = {},
  ) => {
    const reply = await server.call(postJob, { as, body: bodyFor(as, change) });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return reply.body.payload as JobChangePayload;
  };
  return {
    ids,
    places,
    positionId,
    categoryId,
    bodyFor,
    jobOf,
    create,
    post: (as: As, body: unknown, headers: Record<string, string> = {}) => server.call(postJob, { as, body, headers }),
    put: (as: As, jobId: number, body: unknown) => server.call(putJob, { as, params: { id: jobId }, body }),
    get: (as: As, jobId: number) => server.call(getJob, { as, params: { id: jobId } }),
    balanceOf: async (user: number) =>
      id(sql<{ id: number }>`select job_creation_balance as id from users where id = ${user}`),
    setBalance: (user: number, balance: number) =>
      sql`
        insert into credit_ledger (organisation_id, user_id, amount, kind, at)
        select organisation_id, id, ${balance}::int - job_creation_balance, 'adjustment', now() from users
        where id = ${user} and job_creation_balance <> ${balance}`.execute(server.db),
    picture: (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', width = 800, height = 500): Promise<Buffer> =>
      sharp({ create: { width, height, channels: 3, background: '#cc3344' } })
        [format]()
        .withMetadata({ exif: { IFD0: { Copyright: 'a secret of the camera' } } })
        .toBuffer(),
    announce: async (as: As, contentLength: number, contentType = 'image/jpeg') => {
      const body = { fileName: 'cover.jpg', contentType, contentLength };
      const reply = await server.call(postJobImage, { as, body });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return reply.body.payload as { uploadUrl: string; imageUrl: string };
    },
    /** PUTs bytes to a signed address. */
    send: (url: string, bytes: Buffer, headers: Record<string, string> = {}) =>
      server.app.inject({
        method: 'PUT',
        url,
        headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes.length), ...headers },
        payload: bytes,
      }),
  };
};

export type JobWorld = Awaited<ReturnType<typeof jobWorld>>;
