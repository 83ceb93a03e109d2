import type { ApplicationDetail } from '../../../contract/schemas/applications';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { presentAppointment, findRecord } from '../appointments';
import { findProfiles, phoneSpellings } from '../workers';
import { listComments } from './commentRepository';
import * as details from './detailRepository';
import { presentDetail } from './detailPresenter';
import { listAlsoApplied } from './otherWayRepository';
import { findApplication } from './repository';
import { scoreReasons, findScoringJob } from '../matching';

/** Returns a whole application without marking it as seen. Throws 404 when it is outside the caller's scope. */
export const getApplication = async (
  { db, clock, files, settings }: Deps,
  user: AuthUser,
  id: number,
): Promise<ApplicationDetail> => {
  const scope = ownerScope(user);
  const row = await findApplication(db, scope, id);
  if (!row) throw notFound();
  const { workerId, jobId, appointmentId } = row;
  const worker = await details.findWorkerDetails(db, workerId);
  const [profile] = await findProfiles(db, [workerId]);
  const phone = worker?.phone ? phoneSpellings(worker.phone, worker.countryCode) : null;
  const job = await findScoringJob(db, jobId);
  if (!worker || !profile || !job) throw notFound();
  const options = { timeZone: settings.timeZone, workerLinks: settings.workerLinks, withStatusLog: true };
  const appointment = appointmentId === null ? undefined : await findRecord(db, scope, appointmentId, options);
  return presentDetail(
    row,
    { files, settings },
    {
      worker,
      appointment: appointment
        ? presentAppointment(appointment, files, { withFeedback: true, withStatusLog: true })
        : null,
      source: await details.findSource(db, id),
      scoreReasons: scoreReasons(job, profile, clock.now()),
      comments: await listComments(db, scope.organisationId, workerId),
      otherApplications: await details.listOtherApplications(db, scope, workerId, id),
      alsoApplied: phone ? await listAlsoApplied(db, scope, { workerId, phone }) : [],
      rejectedApplicationCount: await details.countRejected(db, jobId),
    },
  );
};
