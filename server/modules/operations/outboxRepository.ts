import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

export const listMessages = (db: Kysely<Database>, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('outgoing_messages')
    .select(['id', 'channel', 'recipient as to', 'subject', 'body_text as text', 'body_html as html', 'created_at'])
    .select(['attachment_key', 'attachment_name'])
    .where('channel', '<>', 'push')
    .$narrowType<{ channel: 'sms' | 'mail' }>()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const findAttachment = (db: Kysely<Database>, messageId: number) =>
  db
    .selectFrom('outgoing_messages')
    .select(['attachment_key as key', 'attachment_name as name', 'attachment_type as type'])
    .where('id', '=', messageId)
    .executeTakeFirst();
