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

/** Sends a message of the worker. */
export const writeAsWorker = (request: APIRequestContext, threadId: number, workerId: number, body: string) => {
  const message = { workerId, body, client_message_id: crypto.randomUUID() };
  return callAsGateway(request).call('post', `/worker-gateway/threads/${threadId}/messages`, message);
};
