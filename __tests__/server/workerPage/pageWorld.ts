import { createLogger } from '../../../server/platform/logger';
import { inChange } from '../../../server/platform/change';
import { linkOf } from '../../../server/modules/workerLinks';
import { sql } from 'kysely';
import { companyNames, expectNamesKept } from '../../support/pageNames';
import { candidateWorld, type Applicant } from '../appointments/candidateWorld';

export interface Reply {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}

interface Options {
  headers?: Record<string, string>;
  from?: string;
}

/** Starts the real server with the pages of workers, and collects what it logs. */
export const pageWorld = async () => {
  const logged: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => void logged.push(line) });
  const world = await candidateWorld({ WORKER_LINKS: 'all' }, logger);
  const { server } = world;
  const named = companyNames(server);
  const send = async (method: 'GET' | 'HEAD' | 'POST', url: string, options: Options & { payload?: string } = {}) => {
    const { headers = {}, from, payload } = options;
    const type = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await server.app.inject({
      method,
      url,
      headers: { ...type, ...headers },
      ...(payload !== undefined && { payload }),
      ...(from !== undefined && { remoteAddress: from }),
    });
    expectNamesKept(reply.body, await named);
    return { status: reply.statusCode, body: reply.body, headers: reply.headers } satisfies Reply;
  };
  return {
    ...world,
    logged,
    /** Returns the path of an applicant's page. */
    pathOf: async ({ applicationId, workerId, companyId }: Applicant): Promise<string> => {
      const { rows } = await sql<{ id: number }>`
        select organisation_id as id from users where id = ${companyId}`.execute(server.db);
      const owner = { applicationId, workerId, organisationId: rows[0]!.id };
      const link = await inChange(server.deps, (change) => linkOf(change, server.deps, owner));
      return new URL(link!).pathname;
    },
    get: (path: string, options?: Options) => send('GET', path, options),
    head: (path: string) => send('HEAD', path),
    send,
    /** Sends a form, and reads the page to which a refused one leads. */
    post: async (path: string, form: Record<string, string> = {}, options: Options = {}) => {
      const sent = await send('POST', path, { ...options, payload: new URLSearchParams(form).toString() });
      const to = String(sent.headers.location);
      return sent.status === 303 && to.includes('refused=') ? send('GET', to) : sent;
    },
    /** Moves the clock for one step. */
    later: async (hours: number, step: () => Promise<void>) => {
      const before = server.clock.now();
      server.clock.set(new Date(before.getTime() + hours * 3_600_000));
      await step().finally(() => server.clock.set(before));
    },
    appointmentOf: async (id: number) => {
      const { rows } = await sql<{ status: string; attendance: string | null; minutes: number | null }>`
        select status, attendance, attendance_minutes as minutes from appointments where id = ${id}`.execute(server.db);
      return rows[0]!;
    },
    /** Returns what the worker wrote, oldest first. */
    textsOf: async ({ workerId }: Applicant) => {
      const { rows } = await sql<{ body: string }>`
        select m.body from messages m join threads t on t.id = m.thread_id
        where t.worker_id = ${workerId} and m.sender = 'worker' and m.type = 'text' order by m.id`.execute(server.db);
      return rows.map(({ body }) => body);
    },
  };
};

export type PageWorld = Awaited<ReturnType<typeof pageWorld>>;
