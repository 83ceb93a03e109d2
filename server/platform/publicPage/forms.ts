import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../errors';
import { answerFailure, type FailureTexts } from './failurePage';

/** The longest form in bytes: 500 characters of four bytes, each written as %XX, and the other fields. */
const FORM_LIMIT = 8_192;

/** Answers a failure with a page of its own, or returns undefined for the usual page. */
export type OwnFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined;

/**
 * Prepares the routes of a scope for pages: bodies are forms and nothing else, and failures are pages.
 */
export const servePages = (scope: FastifyInstance, texts: FailureTexts, ownFailure?: OwnFailure): void => {
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
