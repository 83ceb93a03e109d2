import type { FastifyError, FastifyInstance } from 'fastify';
import type { AppError } from '../errors';
import { answerFailure, type FailureTexts } from './failurePage';

/** The longest form in bytes: 500 characters of four bytes, each written as %XX, and the other fields. */
const FORM_LIMIT = 8_192;

/** Prepares the routes of a scope for pages: bodies are forms and nothing else, and failures are pages. */
export const servePages = (scope: FastifyInstance, texts: FailureTexts): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  scope.setErrorHandler<FastifyError | AppError>(answerFailure(texts));
};
