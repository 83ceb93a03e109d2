import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, forbidden } from '../errors';
import { answerFailure, type FailureTexts } from './document';
import { markup, type Markup, type Sentence } from './texts';
import { compressReplies } from '../http/headers';
import type { Deps } from '../deps';

/** The longest form in bytes: 500 characters of four bytes, each written as %XX, and the other fields. */
const FORM_LIMIT = 8_192;

/** Responds to a failure with a special page, or returns undefined for the usual page. */
type OwnFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined;

/** Prepares a scope for routes of pages: bodies are forms and nothing else, and failures are pages. */
export const servePages = async (
  scope: FastifyInstance,
  texts: FailureTexts,
  ownFailure?: OwnFailure,
): Promise<void> => {
  await compressReplies(scope);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const answer = answerFailure(texts);
  scope.setErrorHandler<FastifyError | AppError>(
    (error, request, reply) => ownFailure?.(error, request, reply) ?? answer(error, request, reply),
  );
};

interface FieldOptions {
  id: string;
  name: string;
  label: string;
  hint?: string | Sentence | null;
  /** The error text of the field. */
  error: string | null;
  /** Whether a refused form puts the cursor here. */
  isFocused: boolean;
  /** Returns the control with the attributes that tie it to its label, hint and error. */
  control: (attributes: Markup) => Markup;
}

/** Returns a labelled field of a form with its hint and, after a refusal, its error. */
export const fieldOf = ({ id, name, label, hint, error, isFocused, control }: FieldOptions): Markup => {
  const described = [hint ? `${id}-hint` : '', error === null ? '' : `${id}-error`].filter(Boolean).join(' ');
  const tied = described === '' ? null : markup` aria-describedby="${described}"`;
  const wrong = error === null ? null : markup` aria-invalid="true"`;
  const attributes = markup`id="${id}" name="${name}"${tied}${wrong}${isFocused && markup` autofocus`}`;
  return markup`<label for="${id}">${label}</label>
    ${hint ? markup`<p class="hint" id="${id}-hint">${hint}</p>` : null}
    ${error === null ? null : markup`<p class="wrong" id="${id}-error">${error}</p>`}
    ${control(attributes)}`;
};

/**
 * Throws 403 for a form that another site sent, so that a site cannot use a token that it learned. Our pages send no
 * referrer, so browsers send their origin as `null`.
 */
export const requireOwnPage = ({ headers }: FastifyRequest, { settings }: Pick<Deps, 'settings'>): void => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw forbidden();
    return;
  }
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null' && origin !== new URL(settings.publicUrl).origin) throw forbidden();
};

/** Returns the address of a point on a map, at a zoom of OpenStreetMap. The pages send no referrer there. */
export const mapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }, zoom = 17): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`;
