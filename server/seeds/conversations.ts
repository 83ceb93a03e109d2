import { isSteering } from '../modules/chat';
import { AFTER_MISSED, AFTER_OFFER, DIALOGUES, STEERING, type Dialogue } from './data/dialogues';
import {
  idsOf,
  insertRows,
  type Row,
  type SeedClient,
  DAY,
  HOUR,
  iso,
  MINUTE,
  wallTime,
  type PlannedApplication,
  type PlannedAppointment,
  type SeedContext,
} from './insert';

/** Shares of applicants with a conversation: of those only seen, and of those shortlisted without an invitation. */
const SEEN_SHARE = 0.02;
const SHORTLISTED_SHARE = 0.5;
const STEERING_SHARE = 0.07;

interface PlannedMessage {
  at: number;
  sender: 'worker' | 'employer' | 'system';
  type: 'text' | 'application' | 'appointment' | 'appointment_status';
  body: string | null;
  payload: unknown;
}

const filled = (text: string, { job, worker }: PlannedApplication): string =>
  text
    .replaceAll('{ad}', worker.row.first_name)
    .replaceAll('{ilan}', job.row.title)
    .replaceAll('{yer}', job.place.name)
    .replaceAll('{semt}', worker.district);

/** Times a dialogue at human speed and cuts it off at the present. */
const talk = ({ random, now }: SeedContext, dialogue: Dialogue, application: PlannedApplication, from: number) => {
  const said: PlannedMessage[] = [];
  let at = from;
  for (const [sender, text] of dialogue) {
    at += Math.round(random.between(0.7, sender === 'worker' ? 35 : 18) * MINUTE);
    if (at >= now - MINUTE) break;
    said.push({ at, sender, type: 'text', body: filled(text, application), payload: {} });
  }
  return said;
};

const SENDERS = { employer: 'employer', worker: 'worker', clock: 'system' } as const;

/** Returns the messages of an invitation and its changes, as the conversation shows them. */
const invitation = (appointment: PlannedAppointment): PlannedMessage[] => {
  const { id, application, log, startAt } = appointment;
  const times = { startAt: wallTime(startAt), endAt: wallTime(startAt + HOUR) };
  const [at] = application.job.locations;
  return log.map((step, index) =>
    index === 0
      ? {
          at: step.at,
          sender: 'employer',
          type: 'appointment',
          body: null,
          payload: {
            id,
            applicationId: application.id,
            jobId: application.job.row.id,
            status: step.status,
            latitude: at?.latitude,
            longitude: at?.longitude,
            address: application.job.place.address,
            ...times,
          },
        }
      : {
          at: step.at,
          sender: SENDERS[step.by],
          type: 'appointment_status',
          body: null,
          payload: { status: log[index - 1]?.status, changed_status: step.status, ...times },
        },
  );
};

const applicationMessage = ({ id, job, createdAt }: PlannedApplication): PlannedMessage => ({
  at: createdAt,
  sender: 'worker',
  type: 'application',
  body: null,
  payload: { id, jobId: job.row.id, jobTitle: job.row.title, jobDescription: job.row.description },
});

const messagesOf = (context: SeedContext, application: PlannedApplication): PlannedMessage[] => {
  const { random, now } = context;
  const dialogue = random.chance(STEERING_SHARE) ? random.pick(STEERING) : random.pick(DIALOGUES);
  const from = (application.shortlistedAt ?? application.createdAt + 20 * MINUTE) + random.int(0, 50) * MINUTE;
  const said = talk(context, dialogue, application, Math.min(from, now - 15 * MINUTE));
  const last = application.appointments.at(-1);
  const ended = last?.log.at(-1)?.at ?? now;
  const after = last?.status === 'OFFER_ACCEPTED' ? AFTER_OFFER : last?.came === false ? AFTER_MISSED : null;
  const later = after ? talk(context, random.pick(after), application, ended - 5 * MINUTE) : [];
  return [applicationMessage(application), ...said, ...application.appointments.flatMap(invitation), ...later];
};

/** Counts the last messages of one side that the other has not answered. */
const trailing = (messages: readonly PlannedMessage[], sender: 'worker' | 'employer'): number => {
  const texts = messages.filter((one) => one.type === 'text');
  const other = texts.findLastIndex((one) => one.sender !== sender);
  return texts.length - 1 - other;
};

/** Inserts the conversations: one per worker and branch, with their invitations; some wait for an answer. */
export const seedConversations = async (
  client: SeedClient,
  context: SeedContext,
  applications: readonly PlannedApplication[],
): Promise<void> => {
  const { random, now } = context;
  const nextThread = await idsOf(client, 'threads');
  const nextMessage = await idsOf(client, 'messages');
  const threads = new Map<string, { application: PlannedApplication; messages: PlannedMessage[] }>();
  for (const application of applications) {
    const key = `${application.job.place.userId}/${application.worker.row.id}`;
    const known = threads.get(key);
    const share = application.shortlistedAt !== null ? SHORTLISTED_SHARE : application.isSeen ? SEEN_SHARE : 0;
    if (known) {
      known.messages.push(applicationMessage(application), ...application.appointments.flatMap(invitation));
    } else if (application.appointments.length > 0 || random.chance(share)) {
      threads.set(key, { application, messages: messagesOf(context, application) });
    }
  }
  const threadRows: Row[] = [];
  const messageRows: Row[] = [];
  for (const { application, messages } of threads.values()) {
    const { place } = application.job;
    messages.sort((one, two) => one.at - two.at);
    const id = nextThread();
    const steeredAt = messages.find(({ sender, body }) => sender === 'worker' && body !== null && isSteering(body))?.at;
    const lastAt = messages.at(-1)?.at ?? application.createdAt;
    const waiting = random.chance(now - lastAt < 3 * DAY ? 0.6 : 0.1);
    threadRows.push({
      id,
      organisation_id: place.organisationId,
      user_id: place.userId,
      worker_id: application.worker.row.id,
      last_number: messages.length,
      last_message_at: iso(lastAt),
      unread_by_employer: waiting ? trailing(messages, 'worker') : 0,
      unread_by_worker: waiting ? trailing(messages, 'employer') : 0,
      blocked_at: null,
      hidden_to_number: 0,
      employer_read_number: waiting ? Math.max(0, messages.length - trailing(messages, 'worker')) : messages.length,
      steered_at: steeredAt === undefined ? null : iso(steeredAt),
      created_at: iso(messages[0]?.at ?? application.createdAt),
    });
    messages.forEach(({ at, payload, ...message }, index) =>
      messageRows.push({
        id: nextMessage(),
        thread_id: id,
        number: index + 1,
        sender_user_id: message.sender === 'employer' ? place.userId : null,
        ...message,
        payload,
        created_at: iso(at),
      }),
    );
  }
  await insertRows(client, 'threads', threadRows);
  await insertRows(client, 'messages', messageRows);
};
