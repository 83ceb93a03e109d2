import type { FastifyReply } from 'fastify';
import { APPLICATION_DRAFT_MINUTES, type PageRef } from '../../../contract/constants/publicPage';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import { MINUTE } from '../../../contract/constants/time';
import { newToken } from '../../platform/auth/tokens';
import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { AppError } from '../../platform/errors';
import { sha256 } from '../../platform/secrets';
import { isLanguageChange, PRIVATE_HEADERS } from '../../platform/pages/document';
import { forgetMessages, hasLiveCode, sendCode, verifyPhone, type OwnLimits } from '../account';
import { formatDialNumber } from '../workers';
import { findDraft, keepForm, markProved, markSent, saveDraft, type Draft } from './draftRepository';
import {
  type Answers,
  type Person,
  isTrapped,
  readAnswers,
  readPerson,
  noticeOf,
  pressOf,
  refusal,
  waitOf,
  type Notice,
  type StoredWait,
  keptForm,
} from './forms';
import { forgetStart, withinStartLimits, readSolved } from './startLimits';
import type { StoredPage } from './pageRepository';
import { rosterQuery, type PageContext } from './page/parts';
import { DraftOver, visitorOf, type PageRequest, refOf } from './pageRequest';

/** Who sends a form. */
export interface Visitor {
  address: string;
  language: Language;
  requestId: string;
}

const callerOf = (visitor: Visitor, ownLimits: OwnLimits = 'counted') =>
  ({ user: null, ...visitor, ownLimits }) as const;

/** Returns the ticket that binds the code to the draft's browser, so that a stranger's wrong tries do not use it up. */
const ticketOf = (token: string): string => sha256(`ticket ${token}`).toString('hex');

interface Sending {
  token: string;
  visitor: Visitor;
  resend: boolean;
  solved?: SolvedChallenge | undefined;
  /** A robot may have filled in the form. */
  isTrapped?: boolean;
  /** The account whose page it is. */
  userId: number;
}

const sendTo = (
  deps: Deps,
  { phone, countryCode }: Pick<Person, 'phone' | 'countryCode'>,
  { token, visitor, userId, resend, solved, isTrapped = false }: Sending,
) => {
  const body = { phone, countryCode, isVerify: false, resend, ticket: ticketOf(token), ...(solved && { solved }) };
  const { applicantCountries: countries } = deps.settings;
  return withinStartLimits(deps, { address: visitor.address, userId, countryCode, solved, isTrapped }, (limits) =>
    sendCode(deps, body, { ...callerOf(visitor, limits), countries }),
  );
};

interface Starter extends Pick<Sending, 'visitor' | 'solved' | 'isTrapped'> {
  page: StoredPage;
  person: Person;
  ref: PageRef;
  /** The draft of a form that was refused before. */
  token: string | undefined;
}

const NOBODY: Person = { firstName: '', lastName: '', phone: '', countryCode: '' };

const newDraft = (
  { clock }: Pick<Deps, 'clock'>,
  { page, ref, visitor }: Pick<Starter, 'page' | 'ref' | 'visitor'>,
  token: string,
) => {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + APPLICATION_DRAFT_MINUTES * MINUTE);
  return { userId: page.userId, ref, address: visitor.address, tokenHash: sha256(token), now, expiresAt };
};

/** Stores name and phone in a draft for half an hour and sends a code to the phone. Returns the draft's token. */
const requestCode = async (deps: Deps, { person, ...starter }: Starter): Promise<string> => {
  const token = starter.token ?? newToken();
  await sendTo(deps, person, { ...starter, userId: starter.page.userId, token, resend: false });
  await saveDraft(deps.db, { ...newDraft(deps, starter, token), ...person, step: 'code', form: '', notice: null });
  return token;
};

/** Stores a refused first form with the reason. Returns the token of the draft. */
const keepFirst = async (
  deps: Deps,
  { form, notice, ...starter }: Pick<Starter, 'page' | 'ref' | 'visitor' | 'token'> & Pick<Draft, 'form' | 'notice'>,
): Promise<string> => {
  const token = starter.token ?? newToken();
  await saveDraft(deps.db, { ...newDraft(deps, starter, token), ...NOBODY, step: 'person', form, notice });
  return token;
};

/** Returns the draft of a token; undefined for one that is wrong or too old. */
export const findOpenDraft = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organisationId }: StoredPage,
  token: string,
): Promise<Draft | undefined> => findDraft(db, { tokenHash: sha256(token), organisationId, now: clock.now() });

/** Returns the draft of a token. Throws `DraftOver` for a token that is wrong, expired, or of another organisation. */
export const openDraft = async (deps: Deps, page: StoredPage, token: string): Promise<Draft> => {
  const draft = await findOpenDraft(deps, page, token);
  if (!draft) throw new DraftOver(page);
  return draft;
};

/** Stores what was typed into the second form, and the notice for its page. */
export const keepSecond = ({ db }: Deps, token: string, kept: Pick<Draft, 'form' | 'notice'>): Promise<void> =>
  keepForm(db, sha256(token), kept);

interface DraftCall {
  page: StoredPage;
  token: string;
  visitor: Visitor;
  solved: SolvedChallenge | undefined;
  press: string;
}

/** Milliseconds for which a code may still be on its way, so that no other one is sent. */
const RESEND_MS = 30_000;

const dialOf = ({ phone, countryCode }: Pick<Draft, 'phone' | 'countryCode'>): string =>
  formatDialNumber(phone, countryCode) ?? phone;

/** Whether the code of a draft can still be entered. */
const isAlive = (deps: Deps, draft: Draft, token: string): Promise<boolean> =>
  hasLiveCode(deps, { phone: dialOf(draft), ticket: ticketOf(token) });

/** Sends the code of a draft again. Returns the notice for its page. */
const resend = async (deps: Deps, draft: Draft, call: DraftCall): Promise<Notice> => {
  const now = deps.clock.now();
  const isOnItsWay = draft.sentAt !== null && now.getTime() - draft.sentAt.getTime() < RESEND_MS;
  if (isOnItsWay && (await isAlive(deps, draft, call.token))) return refusal('code', 'resendSoon', null);
  try {
    await sendTo(deps, draft, { ...call, userId: call.page.userId, resend: true });
    await markSent(deps.db, sha256(call.token), now);
    return noticeOf({ isSent: true });
  } catch (error) {
    const wait = error instanceof AppError ? waitOf(deps, error) : null;
    if (wait) return refusal('code', wait.reason, wait, call.press);
    throw error;
  }
};

/** Checks the code and marks the phone of a draft as proved. Returns the notice about a wrong code, or null. */
const confirmCode = async (
  deps: Deps,
  draft: Draft,
  { code, page, token, visitor, solved, press }: DraftCall & { code: string },
): Promise<Notice | null> => {
  if (draft.isProved) return null;
  const phone = dialOf(draft);
  const onProved = (trx: Change['trx']) => markProved(trx, sha256(token), deps.clock.now());
  try {
    const body = { phone, code, ticket: ticketOf(token), ...(solved && { solved }) };
    await verifyPhone(deps, body, { ...callerOf(visitor), onProved });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The other request of a double press may have used the code.
    if ((await openDraft(deps, page, token)).isProved) return null;
    if (error.key === ERROR_KEYS.phoneCodeWrong)
      return refusal('code', (await isAlive(deps, draft, token)) ? 'code' : 'codeDead', null);
    const wait = waitOf(deps, error);
    if (wait) return refusal('code', 'codeTries', wait, press);
    throw error;
  }
  // Gives the counts back to the network that began, because the phone may be in another one now.
  const { countryCode, userId } = draft;
  const address = draft.address ?? visitor.address;
  await forgetStart(deps, { address, userId });
  await forgetMessages(deps, { phone, countryCode, address });
  return null;
};

/**
 * Redirects to a page after a form was sent, so that Back and a reload send nothing again. `done` is the outcome that
 * the page shows.
 */
export const seeOther = (
  reply: FastifyReply,
  path: string,
  { language, stop }: Pick<PageContext, 'language' | 'stop'>,
  done?: string,
) => {
  const kept = done === undefined ? rosterQuery({ stop }) : `&done=${done}`;
  return reply.headers(PRIVATE_HEADERS).redirect(`${path}?lang=${language}${kept}`, 303);
};

interface FirstForm {
  request: PageRequest;
  context: PageContext;
  /** The draft of a form that was refused before. */
  token?: string;
  /** Whether somebody can still apply. */
  isOpen: boolean;
  /** Until when the network has to wait; null when it has not. */
  wait: StoredWait | null;
}

/**
 * Handles the form with name and phone: sends the code, or stores the refused form with the reason. Returns the token
 * of the draft.
 */
export const beginFrom = async (deps: Deps, { request, context, token, isOpen, wait }: FirstForm): Promise<string> => {
  const form = request.body ?? new URLSearchParams();
  const starter = {
    page: context.page,
    ref: refOf(form.get('from'), undefined),
    visitor: visitorOf(request, context),
    token,
  };
  const keep = (notice: Notice | null) => keepFirst(deps, { ...starter, form: keptForm(form), notice });
  if (!isOpen || !context.page.isOn || isLanguageChange(form)) return keep(null);
  if (wait) return keep(refusal('form', wait.reason, wait));
  const read = readPerson(form, deps.settings.countryCode);
  if ('problems' in read) return keep(noticeOf(read));
  try {
    // Form fillers of real people also fill in the hidden field. So the page asks for work instead of refusing, and
    // tells visitors without scripts what to do.
    return await requestCode(deps, {
      ...starter,
      person: read.value,
      solved: readSolved(form),
      isTrapped: isTrapped(form),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const limit = waitOf(deps, error);
    const reason = limit?.reason ?? 'phoneCountry';
    return keep(refusal(reason === 'trap' ? 'form' : 'phone', reason, limit));
  }
};

/** Returns a stored form without the code, which a new one replaces. */
const withoutCode = (typed: string): string => {
  const form = new URLSearchParams(typed);
  form.delete('code');
  return form.toString();
};

interface SecondForm extends FirstForm {
  token: string;
  draft: Draft;
  /** What was typed, as `keptForm` returns it. */
  typed: string;
  /** Whether the job requires adults. */
  asksAdult: boolean;
}

/**
 * Handles the form with the code: sends the code again, or checks it. Returns the answers, or null when it stored the
 * form with a notice instead.
 */
export const answersFrom = async (
  deps: Deps,
  { request, context, token, isOpen, wait, draft, typed, asksAdult }: SecondForm,
): Promise<Answers | null> => {
  const form = request.body ?? new URLSearchParams();
  const press = pressOf(form);
  const call = { page: context.page, token, visitor: visitorOf(request, context), solved: readSolved(form), press };
  const keep = async (notice: Notice | null) => {
    const isCodeOver = notice !== null && (notice.isSent || notice.problems.code === 'codeDead');
    await keepSecond(deps, token, { form: isCodeOver ? withoutCode(typed) : typed, notice });
    return null;
  };
  if (!isOpen || !context.page.isOn || isLanguageChange(form)) return keep(null);
  if (wait) return keep(refusal('form', wait.reason, wait));
  if (press === 'resend' && !draft.isProved) return keep(await resend(deps, draft, call));
  const { hasRoster } = context;
  const read = readAnswers(new URLSearchParams(typed), { asksCode: !draft.isProved, asksAdult, hasRoster });
  if ('problems' in read) return keep(noticeOf(read));
  const refused = await confirmCode(deps, draft, { ...call, code: read.value.code });
  return refused ? keep(refused) : read.value;
};
