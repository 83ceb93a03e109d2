import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'changed_status message_status messageType push pushKnown reminder sender type validation_errors',
  codes: 'client_message_id clientId error_type',
  dates: 'date lastMessageAt',
  numbers: 'failures nbInbox nbTotal nbUnreadMessage number pages readTo senderId threadId unread writtenAt',
  secrets: 'etag',
  masked: 'senderName',
};
