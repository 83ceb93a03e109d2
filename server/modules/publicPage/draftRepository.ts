import { sql } from 'kysely';
import type { PageRef } from '../../../contract/constants/publicPage';
import { firstRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { IS_WITHDRAWN } from '../jobs';
import { FIRST_NAME, IS_ERASED, LAST_NAME, OWN_WORKERS, withTold } from '../workers';
import type { Notice } from './forms';

interface Phone {
  phone: string;
  countryCode: string;
}

/** The first key of the advisory lock below; the hash of the phone is the second. */
const PHONE_LOCK = 714_123;

/** Locks a phone until the transaction ends, so that two applications at once have one worker. */
export const lockPhone = (trx: Trx, { phone, countryCode }: Phone): Promise<void> =>
  run(trx)`select pg_advisory_xact_lock(${PHONE_LOCK}::int, hashtext(${countryCode + phone}))`;

/** An application by a public page, or without a job a place on a roster, with the name that was given there. */
interface Given {
  /** The external id of the worker. */
  externalId: string;
  applicationId: number | null;
  jobId: number | null;
  firstName: string;
  lastName: string;
  /** True if the applicant withdrew the application. */
  isWithdrawn: boolean;
}

/**
 * Returns what was given with a phone on the public pages of one organisation, newest first. An organisation must not
 * learn of others.
 */
export const listGiven = (db: Db, { phone, countryCode }: Phone, organisationId: number): Promise<Given[]> =>
  rowsOf(db)`
    select w.external_id, given.* from workers w cross join lateral (
      select a.id as application_id, a.job_id, ${IS_WITHDRAWN} as is_withdrawn, ${FIRST_NAME} as first_name,
        ${LAST_NAME} as last_name, a.created_at as at
      from applications a ${withTold()} where a.worker_id = w.id and a.organisation_id = ${organisationId}
      union all
      select null, null, false, r.first_name, r.last_name, r.consented_at from roster r
      where r.worker_id = w.id and r.organisation_id = ${organisationId} and r.first_name is not null
    ) given
    where w.country_code = ${countryCode} and w.phone = ${phone} and w.external_id like ${OWN_WORKERS}
    order by given.at desc, given.application_id desc nulls last`;

/** Returns whose an application is, and when it was made. */
export const findOwner = (
  trx: Trx,
  { applicationId, organisationId }: { applicationId: number; organisationId: number },
): Promise<{ workerId: number; createdAt: Date } | undefined> => firstRow(trx)`
    select a.worker_id, a.created_at
    from applications a join workers w on w.id = a.worker_id
    where a.id = ${applicationId} and a.organisation_id = ${organisationId} and not (${IS_ERASED})`;

/** How a draft ended for a job: applied, applied before, or withdrawn before. */
export interface Outcome {
  jobId: number;
  kind: 'new' | 'before' | 'withdrew';
  applicationId: number;
}

/** The answer to who applies when the phone was used in the organisation under other names before. */
type Who = 'asked' | 'same' | 'other';

/** An application that is begun but not made yet. */
export interface Draft {
  userId: number;
  firstName: string;
  lastName: string;
  /** Without the country calling code. */
  phone: string;
  countryCode: string;
  ref: PageRef;
  /** The network address where it began; null for a draft of an earlier release. */
  address: string | null;
  /** `person` until the name and the phone are right and a code is on its way. */
  step: 'person' | 'code';
  /** What was typed, as a form sends it. */
  form: string;
  notice: Notice | null;
  /** When the last code was sent. */
  sentAt: Date | null;
  isProved: boolean;
  who: Who | null;
  outcome: Outcome | null;
}

type NewDraft = Pick<
  Draft,
  'userId' | 'firstName' | 'lastName' | 'phone' | 'countryCode' | 'ref' | 'address' | 'step' | 'form' | 'notice'
> & { tokenHash: Buffer; now: Date; expiresAt: Date };

/** Stores a draft, or changes one whose code was not sent. */
export const saveDraft = async (db: Db, draft: NewDraft): Promise<void> => {
  const { tokenHash, userId, firstName, lastName, phone, countryCode, ref, address, now, expiresAt } = draft;
  const { step, form, notice } = draft;
  await run(db)`
    insert into application_drafts (token_hash, user_id, first_name, last_name, phone, country_code, ref, address, step,
      form, notice, sent_at, created_at, expires_at)
    values (${tokenHash}, ${userId}, ${firstName}, ${lastName}, ${phone}, ${countryCode}, ${ref}, ${address}, ${step},
      ${form}, ${JSON.stringify(notice)}, ${step === 'code' ? now : null}, ${now}, ${expiresAt})
    on conflict (token_hash) do update set first_name = excluded.first_name, last_name = excluded.last_name,
      phone = excluded.phone, country_code = excluded.country_code, step = excluded.step, form = excluded.form,
      notice = excluded.notice, sent_at = excluded.sent_at, expires_at = excluded.expires_at
    where application_drafts.step = 'person'`;
};

const DRAFT = sql`
  user_id, first_name, last_name, phone, country_code, ref, address,
  step, form, notice, sent_at, proved_at is not null as is_proved, who, outcome`;

interface DraftKey {
  tokenHash: Buffer;
  organisationId: number;
  now: Date;
}

/**
 * The condition of a live draft that began on any page of the organisation, because it may move to another branch's
 * job.
 */
const isLive = ({ tokenHash, organisationId, now }: DraftKey) => sql`
  token_hash = ${tokenHash} and expires_at > ${now}
  and user_id in (select id from users where organisation_id = ${organisationId})`;

/** Returns a live draft for the pages of the organisation. */
export const findDraft = (db: Db, key: DraftKey): Promise<Draft | undefined> =>
  firstRow(db)`select ${DRAFT} from application_drafts where ${isLive(key)}`;

/** Locks a live draft, so that two presses make one application. */
export const lockDraft = (trx: Trx, key: DraftKey): Promise<Draft | undefined> => firstRow(trx)`
    select ${DRAFT} from application_drafts where ${isLive(key)} for update`;

export const markProved = (db: Db, tokenHash: Buffer, now: Date): Promise<void> =>
  run(db)`update application_drafts set proved_at = ${now} where token_hash = ${tokenHash}`;

export const markSent = (db: Db, tokenHash: Buffer, now: Date): Promise<void> =>
  run(db)`update application_drafts set sent_at = ${now} where token_hash = ${tokenHash}`;

/** Stores what was typed into the second form, and the notice for its page. */
export const keepForm = (
  db: Db,
  tokenHash: Buffer,
  { form, notice }: Pick<Draft, 'form' | 'notice'>,
): Promise<void> => run(db)`
    update application_drafts set form = ${form}, notice = ${JSON.stringify(notice)} where token_hash = ${tokenHash}`;

/** Stores whether the question who applies was asked or answered, and the name that counts. */
export const markWho = (
  db: Db,
  tokenHash: Buffer,
  { who, firstName, lastName }: Pick<Draft, 'firstName' | 'lastName'> & { who: Who },
): Promise<void> => run(db)`
    update application_drafts set who = ${who}, first_name = ${firstName}, last_name = ${lastName}
    where token_hash = ${tokenHash}`;

/** Stores the outcome of a draft; `application_id` lets an erasure find the draft of a new application. */
export const markEnded = (trx: Trx, tokenHash: Buffer, outcome: Outcome) => run(trx)`
    update application_drafts set outcome = ${JSON.stringify(outcome)}, form = '', notice = null,
      application_id = case when ${outcome.kind === 'new'} then ${outcome.applicationId}::bigint else application_id end
    where token_hash = ${tokenHash}`;

export const removeOldDrafts = (db: Db, now: Date): Promise<void> =>
  run(db)`delete from application_drafts where expires_at <= ${now}`;
