import { expect, type APIRequestContext } from '@playwright/test';

/** The key with which journeys speak as the product of the workers; playwright.config.ts gives it to the server. */
export const GATEWAY_KEY = process.env.E2E_GATEWAY_KEY ?? '';

const call = async <T>(request: APIRequestContext, method: 'put' | 'post', path: string, data: object): Promise<T> => {
  const answer = await request[method](`/worker-gateway${path}`, { data, headers: { 'X-Gateway-Key': GATEWAY_KEY } });
  expect([path, answer.ok()]).toEqual([path, true]);
  return ((await answer.json()) as { payload: T }).payload;
};

/** A worker whom no other journey knows applies for a job; answers the ids of both. */
export const applyFor = async (
  request: APIRequestContext,
  jobId: number,
  worker: { externalId: string; firstName: string; lastName: string },
): Promise<{ workerId: number; applicationId: number }> => {
  const { externalId, ...profile } = worker;
  const made = await call<{ worker: { id: number } }>(request, 'put', `/workers/${externalId}`, {
    ...profile,
    location: '40.99, 29.03',
  });
  const body = { workerId: made.worker.id };
  const applied = await call<{ application: { id: number } }>(request, 'post', `/jobs/${jobId}/applications`, body);
  return { workerId: made.worker.id, applicationId: applied.application.id };
};

/** The worker's answer to an invitation. */
export const answerInvitation = (
  request: APIRequestContext,
  appointmentId: number,
  workerId: number,
  status: 'active' | 'rejected' | 'applicant_cancelled',
) => call(request, 'put', `/appointments/${appointmentId}/status`, { workerId, status });

/** A message of the worker. */
export const writeAsWorker = (request: APIRequestContext, threadId: number, workerId: number, body: string) =>
  call(request, 'post', `/threads/${threadId}/messages`, { workerId, body, client_message_id: crypto.randomUUID() });
