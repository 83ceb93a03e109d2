import type { FastifyReply } from 'fastify';
import { unavailable } from '../../platform/errors';
import type { AnnouncedUpload } from './uploadRepository';

/** The most uploads at a time for one server, which holds each in memory, for one account and for one organisation. */
const RECEIVING_MAX = 8;
const ACCOUNT_MAX = 2;
const ORGANISATION_MAX = 4;
const RETRY_SECONDS = 2;

export const createUploadSlots = () => {
  const all = new Set<AnnouncedUpload['user']>();
  const countOf = (field: 'id' | 'organisationId', value: number) =>
    [...all].filter((user) => user[field] === value).length;
  return {
    /** Takes a slot until the response is sent or the connection breaks. Throws 503 when no slot is free. */
    acquire: ({ user }: AnnouncedUpload, reply: FastifyReply): void => {
      const isFull =
        all.size >= RECEIVING_MAX ||
        countOf('id', user.id) >= ACCOUNT_MAX ||
        countOf('organisationId', user.organisationId) >= ORGANISATION_MAX;
      if (isFull) throw unavailable(RETRY_SECONDS);
      all.add(user);
      const release = () => all.delete(user);
      reply.raw.once('finish', release);
      reply.raw.once('close', release);
    },
  };
};
