import { fullName } from '../../../contract/constants/text';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import { ownerScope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { enqueue } from '../../platform/outgoing/enqueue';
import { maskMail } from '../../platform/secrets';
import { mailOf } from '../../platform/outgoing/mails';
import { cvPdf, cvPhoto } from './cvPdf';
import { findCv } from './repository';
import { cvName, newExportId } from './columns';
import { actorOf, type Caller } from './service';
import { LIMITS } from '../../platform/limits';

interface CvRequest {
  applicationId: number;
  /** The job to which the application must belong. */
  jobId?: number;
  language: Language;
}

const build = async (deps: Deps, { user }: Caller, { applicationId, jobId, language }: CvRequest) => {
  const { db, clock, settings, fileStore } = deps;
  const cv = await findCv(db, ownerScope(user), applicationId, jobId);
  if (!cv) throw notFound();
  const photo = await cvPhoto(fileStore, cv.imageKey);
  const content = await cvPdf(cv, { language, timeZone: settings.timeZone, photo, now: clock.now() });
  const applicant = fullName(cv);
  return { content, applicant, jobTitle: cv.jobTitle, name: cvName(applicant, clock.now(), settings.timeZone) };
};

export const makeCv = async (
  deps: Deps,
  caller: Caller,
  request: CvRequest,
): Promise<{ name: string; content: Buffer }> => {
  const { name, content } = await build(deps, caller, request);
  const subject = {
    subjectType: 'application',
    subjectId: request.applicationId,
    details: { language: request.language },
  };
  await deps.db
    .transaction()
    .execute((trx) => audit(trx, deps.clock, actorOf(caller), { action: 'application.cv_exported', ...subject }));
  return { name, content };
};

export const mailCv = async (deps: Deps, caller: Caller, request: CvRequest & { to: string }): Promise<void> => {
  const { db, clock, fileStore, limiter } = deps;
  const { to, language, applicationId } = request;
  const { content, applicant, jobTitle, name } = await build(deps, caller, request);
  await limiter.take(LIMITS.exportMail, String(caller.user.id));
  const key = `cv-${newExportId()}`;
  await fileStore.put(key, { bytes: content, contentType: MEDIA_TYPES.pdf });
  const values = { name: caller.user.name, applicant, job: jobTitle };
  const attachment = { key, name, type: MEDIA_TYPES.pdf };
  const mail = { ...mailOf('cv', { to, language, values }), attachment, applicationId };
  try {
    await db.transaction().execute(async (trx) => {
      await enqueue(trx, clock.now(), mail);
      const details = { language, to: maskMail(to) };
      const entry = { action: 'application.cv_mailed', subjectType: 'application', subjectId: applicationId, details };
      await audit(trx, clock, actorOf(caller), entry);
    });
  } catch (error) {
    // No mail names the file, so nothing else would remove it.
    await fileStore.remove(key).catch(() => undefined);
    throw error;
  }
};
