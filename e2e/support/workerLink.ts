import type { APIRequestContext } from '@playwright/test';
import { callAs, callAsGateway } from './api';
import { dayFromNow } from './clock';

interface Invitation {
  jobId: number;
  applicationId: number;
  workerId: number;
}

/** Returns the wall time in Istanbul of a full hour that many days ahead. */
export const wallTimeIn = (days: number, hour: number): string =>
  `${dayFromNow(days)} ${String(hour).padStart(2, '0')}:00:00`;

/** Shortlists and invites an applicant of the branch. */
export const inviteApplicant = async (request: APIRequestContext, { applicationId, workerId }: Invitation) => {
  const { call } = await callAs(request, 'branch');
  const me = await call<{ user: { id: number } }>('get', '/api/user/me');
  await call('put', `/api/job/application/${applicationId}/shortlist`, { isShortlisted: true });
  const place = { latitude: 40.99, longitude: 29.03, address: 'Moda Caddesi 12, Kadıköy' };
  const body = { applicationId, workerId, companyId: me.user.id, startAt: wallTimeIn(2, 14), ...place };
  const { appointment } = await call<{ appointment: { id: number } }>('post', '/api/appointment', body);
  return appointment.id;
};

/** Returns the path of the worker's page, which the workers' product gets with the invitation. */
export const workerPath = async (request: APIRequestContext, { workerId }: Pick<Invitation, 'workerId'>) => {
  const { call } = callAsGateway(request);
  const threads = await call<{ id: number }[]>('get', `/worker-gateway/workers/${workerId}/threads`);
  const path = `/worker-gateway/threads/${threads[0]!.id}/messages?workerId=${workerId}`;
  const messages = await call<{ workerLink?: string }[]>('get', path);
  return new URL(messages.find(({ workerLink }) => workerLink !== undefined)!.workerLink!).pathname;
};
