import type { ApplicationRow } from '../../contract/schemas/applications';
import { wallTime } from '../../contract/zone';
import { DAY } from '../../contract/constants/time';

const TRIES = 10;

/**
 * Invites an applicant of the demo's branch and returns the path of the page whose link the text message carries. The
 * demo world has applicants with phones.
 */
export const invitedWorker = async (origin: string): Promise<string> => {
  const json = { 'content-type': 'application/json' };
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const reply = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { ok: reply.ok, payload: ((await reply.json()) as { payload: unknown }).payload };
  };
  const login = { email: 'branch@demo.test', password: 'Demo123!' };
  const session = (await call('POST', '/api/user/login', json, login)).payload as {
    access_token: string;
    user: { id: number };
  };
  const headers = { ...json, authorization: `Bearer ${session.access_token}` };
  const query = 'status=in_progress&limit=500';
  const rows = (await call('GET', `/api/search/application/all?${query}`, headers)).payload as ApplicationRow[];
  const startAt = `${wallTime(Date.now() + 3 * DAY, 'Europe/Istanbul').slice(0, 10)} 14:00:00`;
  const place = { latitude: 40.99, longitude: 29.03, address: 'Moda Caddesi 12, Kadıköy' };
  const free = rows.filter(({ job, appointment }) => job.status === 'active' && appointment === null);
  for (const { id: applicationId, user } of free.slice(0, TRIES)) {
    await call('PUT', `/api/job/application/${applicationId}/shortlist`, headers, { isShortlisted: true });
    const body = { applicationId, workerId: user.id, companyId: session.user.id, startAt, ...place };
    if (!(await call('POST', '/api/appointment', headers, body)).ok) continue;
    const sent = (await call('GET', '/dev/outbox', { accept: 'application/json' })).payload as {
      text: string | null;
    }[];
    const path = sent.map(({ text }) => /\/w\/[\w-]{30}/.exec(text ?? '')?.[0]).find(Boolean);
    if (path) return path;
  }
  throw new Error('no applicant of the branch could be invited');
};
