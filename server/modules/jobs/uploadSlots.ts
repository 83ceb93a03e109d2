import type { FastifyReply } from 'fastify';
import { unavailable } from '../../platform/errors';
import type { AnnouncedUpload } from './uploadRepository';

/** Uploads that one server takes in at a time, each of which it holds in memory; of one account and of one organisation. */
const RECEIVING_MAX = 8;
const ACCOUNT_MAX = 2;
const ORGANISATION_MAX = 4;
const RETRY_SECONDS = 2;

/** Counts the uploads that are coming in. */
export const createUploadSlots = () => {
  const all = new Set<AnnouncedUpload['user']>();
  const countOf = (field: 'id' | 'organisationId', value: number) =>
    [...all].filter((user) => user[field] === value).length;
  return {
    /** Holds a place until the answer has gone or the connection has broken; 503 when there is none. */
    hold: ({ user }: AnnouncedUpload, reply: FastifyReply): void => {
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
