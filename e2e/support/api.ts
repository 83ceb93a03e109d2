import { expect, type APIRequestContext } from '@playwright/test';
import { sessionOf } from './session';
import { GATEWAY_KEY } from './world';

type Method = 'get' | 'put' | 'post' | 'delete';

/** Functions that call the API with the rights of one account or of the workers' product. */
export interface Caller {
  headers: Record<string, string>;
  /** Expects success and returns the payload. */
  call: <T>(method: Method, path: string, data?: object) => Promise<T>;
}

const callerOf = (request: APIRequestContext, headers: Record<string, string>): Caller => ({
  headers,
  call: async <T>(method: Method, path: string, data?: object) => {
    const answer = await request[method](path, { headers, ...(data && { data }) });
    expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, answer.status(), '']);
    return ((await answer.json()) as { payload: T }).payload;
  },
});

/** Calls as a demo account. */
export const callAs = async (request: APIRequestContext, name: string): Promise<Caller> => {
  const { access_token: token } = await sessionOf(request, name);
  return callerOf(request, { authorization: `Bearer ${token}` });
};

/** Calls as the workers' product. */
export const callAsGateway = (request: APIRequestContext): Caller =>
  callerOf(request, { 'x-gateway-key': GATEWAY_KEY });

/** An active job of the branch that has applications. */
export const activeJobId = async (request: APIRequestContext): Promise<number> => {
  const { call } = await callAs(request, 'branch');
  const rows = await call<{ job: { id: number; status: string } }[]>(
    'get',
    '/api/search/application/all?status=in_progress&limit=200',
  );
  return rows.find(({ job }) => job.status === 'active')!.job.id;
};

/** Calls without signing in. */
export const callAsGuest = (request: APIRequestContext): Caller => callerOf(request, {});
