import type { FastifyReply } from 'fastify';
import type { Deps } from '../../platform/deps';
import { AppError } from '../../platform/errors';
import { isLanguageChange, PRIVATE_HEADERS } from '../../platform/publicPage/document';
import { begin, keepFirst } from './draftService';
import { isTrapped, readPerson } from './forms';
import { readSolved } from './limits';
import { keptForm, noticeOf, refusal, waitOf, type Notice } from './notices';
import type { Shown } from './page/parts';
import { visitorOf, type PageRequest } from './pageRequest';
import { refOf } from './visits';

/**
 * Leads to a page after a form was sent, so that Back and a reload send nothing again. `done` names what happened on the page
 * of another module.
 */
export const seeOther = (reply: FastifyReply, path: string, { language }: Pick<Shown, 'language'>, done?: string) =>
  reply.headers(PRIVATE_HEADERS).redirect(`${path}?lang=${language}${done === undefined ? '' : `&done=${done}`}`, 303);

interface FirstForm {
  request: PageRequest;
  shown: Shown;
  /** The draft of a form that was refused before. */
  token?: string;
  /** Whether somebody can still apply. */
  isOpen: boolean;
}

/**
 * Takes the form that asks for name and phone: sends the code, or keeps what was typed with what is wrong. Returns the token
 * of the draft.
 */
export const beginFrom = async (deps: Deps, { request, shown, token, isOpen }: FirstForm): Promise<string> => {
  const form = request.body ?? new URLSearchParams();
  const starter = {
    page: shown.page,
    ref: refOf(form.get('from'), undefined),
    visitor: visitorOf(request, shown),
    token,
  };
  const keep = (notice: Notice | null) => keepFirst(deps, { ...starter, form: keptForm(form), notice });
  if (!isOpen || isLanguageChange(form)) return keep(null);
  const read = readPerson(form, deps.settings.countryCode);
  if ('problems' in read) return keep(noticeOf({ problems: read.problems }));
  try {
    // A form filler fills the hidden field, too: the page asks for a piece of work, and says what to do where no script does it.
    return await begin(deps, {
      ...starter,
      person: read.value,
      solved: readSolved(form),
      isTrapped: isTrapped(form),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const wait = waitOf(deps, error);
    const reason = wait?.reason ?? 'phoneCountry';
    return keep(refusal(reason === 'trap' ? 'form' : 'phone', reason, wait));
  }
};
