import { audit } from '../../platform/audit';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { refuseOpen } from '../appointments';
import { lockApplicationOfWorker, rejectApplication } from './withdrawalRepository';

/**
 * Marks a withdrawn or refused application as rejected and ends its open appointment. A repeat changes nothing. A
 * decision of which the worker was not told yet is dropped. See docs/PRODUCT.md#telling.
 */
export const withdrawAsWorker = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  id: number,
  { workerId, reason }: { workerId: number; reason?: string },
) =>
  inChange(deps, async (change) => {
    const { trx, clock, emit, notifyEmployer } = change;
    const found = await lockApplicationOfWorker(trx, id, workerId);
    if (!found) throw notFound();
    const { organisationId, userId, appointmentId, ...application } = found;
    if (application.status === 'rejected') return application;
    if (appointmentId !== null) await refuseOpen(deps, change, { appointmentId, workerId });
    await rejectApplication(trx, id, reason ?? null);
    const actor = { kind: 'worker', workerId, organisationId } as const;
    const subject = { subjectType: 'application', subjectId: id, details: { from: application.status } };
    await audit(trx, clock, actor, { action: 'application.rejected', ...subject });
    const rejected = { ...application, status: 'rejected' as const };
    const data = { applicationId: id, jobId: application.jobId, status: rejected.status };
    emit({ type: 'application_status', workerId, data });
    notifyEmployer(organisationId, { type: 'applications', userId, ids: [id], reason: 'decided' });
    return rejected;
  });
