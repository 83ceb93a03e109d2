import type { Hold, PrivacyRequest } from '../../src/domains/privacy';
import { aFile, fakeApi, ok } from './fakeApi';

export const aRequest = (given: Partial<PrivacyRequest> = {}): PrivacyRequest => ({
  id: 1,
  kind: 'erase',
  state: 'open',
  worker: { id: 7, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null, isOnHold: false },
  application: { id: 70, jobId: 5, jobTitle: 'Barista' },
  createdAt: '2026-11-20T10:00:00.000Z',
  dueAt: '2026-12-20T10:00:00.000Z',
  closedAt: null,
  ...given,
});

export const aHold = (given: Partial<Hold> = {}): Hold => ({
  worker: { id: 7, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null },
  application: { id: 70, jobId: 5, jobTitle: 'Barista' },
  heldBy: 'Derya Kök',
  note: 'A dispute about pay',
  createdAt: '2026-11-21T10:00:00.000Z',
  ...given,
});

/** A server with one open request that stores what is changed. */
export const privacyServer = (requests: PrivacyRequest[] = [aRequest()]) => {
  let settings = {
    tellingMinutes: 60,
    reminders: true,
    retentionMonths: 12,
    personalFilters: true,
    offlineReading: true,
    version: 3,
  };
  let rows = requests;
  let holds: Hold[] = [];
  return fakeApi()
    .on('GET', '/organisation/settings', () => ok({ settings }))
    .on('PUT', '/organisation/settings', ({ body }) => {
      settings = { ...settings, ...(body as object), version: settings.version + 1 };
      return ok({ settings });
    })
    .on('GET', '/privacy/retention', () =>
      ok({
        retention: {
          from: null,
          due: [
            { months: 6, people: 212 },
            { months: 12, people: 1 },
            { months: 24, people: 0 },
          ],
        },
      }),
    )
    .on('GET', '/privacy/requests', () => ok(rows, { total: rows.length }))
    .on('POST', '/privacy/requests/:id/answered', () => {
      rows = rows.map((row) => ({ ...row, state: 'done', closedAt: '2026-11-23T10:00:00.000Z' }));
      return ok({ request: { closedAt: '2026-11-23T10:00:00.000Z' } });
    })
    .on('GET', '/privacy/holds', () => ok(holds, { total: holds.length }))
    .on('PUT', '/privacy/workers/:id/hold', ({ body }) => {
      const { isOnHold, note } = body as { isOnHold: boolean; note?: string };
      holds = isOnHold ? [aHold({ note: note ?? null })] : [];
      rows = rows.map((row) => ({ ...row, worker: { ...row.worker, isOnHold } }));
      return ok({ isOnHold });
    })
    .on('POST', '/privacy/workers/:id/export', ok({ exportId: 'ab'.repeat(16) }))
    .on('GET', '/privacy/exports/:id/file', aFile('{}', 'Person_2026-11-23.json'))
    .on('POST', '/privacy/workers/:id/erase', () => {
      rows = rows.map((row) => ({
        ...row,
        state: 'done',
        closedAt: '2026-11-23T10:00:00.000Z',
        worker: { ...row.worker, isErased: true },
      }));
      return ok({ erasure: { erasedAt: '2026-11-23T10:00:00.000Z' } });
    });
};
