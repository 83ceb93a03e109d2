import type { APIRequestContext } from '@playwright/test';
import { callAsGateway } from './api';

/** Lets a new worker apply for a job and returns the ids of both. */
export const applyFor = async (
  request: APIRequestContext,
  jobId: number,
  worker: { externalId: string; firstName: string; lastName: string; language?: string; phone?: string },
): Promise<{ workerId: number; applicationId: number }> => {
  const { call } = callAsGateway(request);
  const { externalId, ...profile } = worker;
  const made = await call<{ worker: { id: number } }>('put', `/worker-gateway/workers/${externalId}`, {
    ...profile,
    location: '40.99, 29.03',
  });
  const body = { workerId: made.worker.id };
  const path = `/worker-gateway/jobs/${jobId}/applications`;
  const applied = await call<{ application: { id: number } }>('post', path, body);
  return { workerId: made.worker.id, applicationId: applied.application.id };
};

/** Sends the worker's answer to an invitation. */
export const answerInvitation = (
  request: APIRequestContext,
  appointmentId: number,
  workerId: number,
  status: 'active' | 'rejected' | 'applicant_cancelled',
) => callAsGateway(request).call('put', `/worker-gateway/appointments/${appointmentId}/status`, { workerId, status });

export const writeAsWorker = (request: APIRequestContext, threadId: number, workerId: number, body: string) => {
  const message = { workerId, body, client_message_id: crypto.randomUUID() };
  return callAsGateway(request).call('post', `/worker-gateway/threads/${threadId}/messages`, message);
};

interface GatewayEvent {
  seq: number;
  type: string;
  data: { applicationId?: number; status?: string; body?: string };
}

/** Returns the events that the workers' product has not read yet. */
export const eventsAfter = async (request: APIRequestContext, seq: number): Promise<GatewayEvent[]> => {
  const { call } = callAsGateway(request);
  const events = await call<GatewayEvent[]>('get', `/worker-gateway/events?after=${seq}&limit=200`);
  return events.length === 0 ? [] : [...events, ...(await eventsAfter(request, events.at(-1)!.seq))];
};

/** Returns the applications whose workers have been told that they are declined, in order. */
export const rejectionsAfter = async (request: APIRequestContext, seq: number) =>
  (await eventsAfter(request, seq))
    .filter(({ type, data }) => type === 'application_status' && data.status === 'rejected')
    .map(({ data }) => data.applicationId!);
