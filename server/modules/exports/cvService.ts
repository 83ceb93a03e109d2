import type { Caller } from '../../platform/auth/tokens';
import { avatarSvg } from '../../platform/illustrations';
import type { FileStore } from '../../platform/ports/fileStore';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';
import type { Language } from '../../../contract/constants/options';
import {
  COLOURS,
  heading,
  MARGIN,
  paragraph,
  pdfOf,
  roomFor,
  section,
  widthOf,
  write,
  type Document,
} from '../../platform/pdf';
import { cvContent, type CvContent, exportTexts, type CvTexts } from './cvFacts';
import { type CvRecord, findCv } from './repository';
import { fullName } from '../../../contract/constants/text';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import { audit, userActor } from '../../platform/audit';
import { ownerScope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { enqueue } from '../../platform/outgoing/enqueue';
import { maskMail, randomHex } from '../../platform/secrets';
import { mailOf } from '../../platform/outgoing/mails';
import { cvName } from './workbookFile';
import { LIMITS, type LimitRule } from '../../platform/limits';

const KEY = /^(avatar|upload)-([0-9a-f]{32})$/;
/** Width and height of the photo in the PDF, in pixels. */
const SIDE = 320;
const SIZE = { width: SIDE, height: SIDE, quality: 88 };
const UPLOADED: PictureRules = { ...SIZE, formats: ['jpeg'], failOn: 'warning', pixelsMax: 1_000_000 };
const DRAWN: PictureRules = { ...UPLOADED, formats: ['svg'] };

/**
 * Returns the worker's photo as a JPEG, from a stored file or from the demo's drawn portrait. Returns null when it is
 * missing or unreadable. It never fetches a URL.
 */
export const cvPhoto = async (fileStore: Pick<FileStore, 'get'>, imageKey: string | null): Promise<Buffer | null> => {
  const [, kind, seed] = KEY.exec(imageKey ?? '') ?? [];
  if (!kind || !seed || imageKey === null) return null;
  const photo =
    kind === 'avatar'
      ? reencodePicture(async () => Buffer.from(avatarSvg(seed)), DRAWN)
      : reencodePicture(async () => (await fileStore.get(imageKey))?.bytes ?? null, UPLOADED);
  // A CV without its photo is better than none when the file store is down or the image queue is full.
  return photo.catch(() => null);
};

/** Width and height of the photo, in points. */
const PHOTO = 92;
/** Room for the name, in points: two lines, or more in smaller letters. */
const NAME_HEIGHT = 60;

const head = (doc: Document, { fullName, summary }: CvContent, title: string, photo: Buffer | null): void => {
  const left = photo === null ? MARGIN : MARGIN + PHOTO + 20;
  const width = doc.page.width - MARGIN - left;
  if (photo !== null) {
    doc.save().roundedRect(MARGIN, MARGIN, PHOTO, PHOTO, 8).clip();
    doc.image(photo, MARGIN, MARGIN, { width: PHOTO, height: PHOTO }).restore();
  }
  const box = { x: left, width, colour: COLOURS.quiet };
  write(doc, title, { ...box, y: MARGIN, size: 9 });
  write(doc, fullName, { ...box, size: 20, weight: 'bold', colour: COLOURS.text, maxHeight: NAME_HEIGHT });
  doc.y += 6;
  for (const line of summary) write(doc, line, { ...box, size: 10, lineGap: 1 });
  doc.y = Math.max(doc.y, photo === null ? 0 : MARGIN + PHOTO);
};

const words = (doc: Document, title: string, text: string): void => {
  if (text.trim() === '') return;
  heading(doc, title);
  paragraph(doc, text);
};

const experiences = (doc: Document, content: CvContent, texts: CvTexts): void => {
  heading(doc, texts.experiences);
  if (content.experiences.length === 0) paragraph(doc, texts.noExperience, COLOURS.quiet);
  for (const { title, when } of content.experiences) {
    roomFor(doc, 34);
    write(doc, title, { x: MARGIN, size: 10, weight: 'bold', colour: COLOURS.text, width: widthOf(doc) });
    paragraph(doc, when, COLOURS.quiet);
    doc.y += 5;
  }
};

interface CvOptions {
  language: Language;
  timeZone: string;
  /** A JPEG, or null for a CV without a photo. */
  photo: Buffer | null;
  now: Date;
}

/** Returns an applicant's CV as an A4 PDF with embedded fonts. */
export const cvPdf = (cv: CvRecord, { language, timeZone, photo, now }: CvOptions): Promise<Buffer> => {
  const texts = exportTexts(language).cv;
  const content = cvContent(cv, language, timeZone);
  const title = `${content.fullName} – ${texts.title}`;
  return pdfOf({ title, language, now, footer: { name: content.fullName, page: texts.page } }, (doc) => {
    head(doc, content, texts.title, photo);
    section(doc, texts.contact, content.contact);
    section(doc, texts.facts, content.facts);
    experiences(doc, content, texts);
    section(doc, texts.education, content.education);
    section(doc, texts.languages, content.languages);
    words(doc, texts.licences, content.licences);
    words(doc, texts.certificates, content.certificates);
    words(doc, texts.about, content.about);
  });
};

interface CvRequest {
  applicationId: number;
  /** The job to which the application must belong. */
  jobId?: number;
  language: Language;
}

const build = async (deps: Deps, { user }: Caller, { applicationId, jobId, language }: CvRequest, limit: LimitRule) => {
  const { db, clock, settings, fileStore, limiter } = deps;
  const cv = await findCv(db, ownerScope(user), applicationId, jobId);
  if (!cv) throw notFound();
  await limiter.take(limit, String(user.id));
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
  const { name, content } = await build(deps, caller, request, LIMITS.cv);
  const subject = ['application', request.applicationId] as const;
  const details = { language: request.language };
  await deps.db.transaction().execute(async (trx) => {
    await audit({ trx, clock: deps.clock }, userActor(caller), 'application.cv_exported', subject, details);
  });
  return { name, content };
};

export const mailCv = async (deps: Deps, caller: Caller, request: CvRequest & { to: string }): Promise<void> => {
  const { db, clock, fileStore } = deps;
  const { to, language, applicationId } = request;
  const { content, applicant, jobTitle, name } = await build(deps, caller, request, LIMITS.exportMail);
  const key = `cv-${randomHex()}`;
  await fileStore.put(key, { bytes: content, contentType: MEDIA_TYPES.pdf });
  const values = { name: caller.user.name, applicant, job: jobTitle };
  const attachment = { key, name, type: MEDIA_TYPES.pdf };
  const mail = { ...mailOf('cv', { to, language, values }), attachment, applicationId };
  try {
    await db.transaction().execute(async (trx) => {
      await enqueue(trx, clock.now(), mail);
      const details = { language, to: maskMail(to) };
      await audit({ trx, clock }, userActor(caller), 'application.cv_mailed', ['application', applicationId], details);
    });
  } catch (error) {
    // No mail names the file, so nothing else would remove it.
    await fileStore.remove(key).catch(() => undefined);
    throw error;
  }
};
