import { DAY, HOUR, MINUTE } from '../../contract/constants/time';
import { isSteering } from '../modules/chat';
import { AFTER, AFTER_MISSED, INVITING, QUESTIONS, STEERING, type Dialogue } from './data/dialogues';
import { BEHIND } from './data/organisations';
import {
  idsOf,
  insertRows,
  type Row,
  type SeedClient,
  iso,
  wallTime,
  type PlannedApplication,
  type PlannedAppointment,
  type SeedContext,
} from './insert';

/**
 * The shares of applicants with a conversation: of those who were only seen, and of those shortlisted but not invited.
 */
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

interface Talk {
  dialogue: Dialogue;
  from: number;
  until: number;
}

/** Times a dialogue at human speed and cuts it off at its end. */
const talk = ({ random }: SeedContext, application: PlannedApplication, { dialogue, from, until }: Talk) => {
  const spoken: PlannedMessage[] = [];
  let at = from;
  for (const [sender, text] of dialogue) {
    at += Math.round(random.between(0.7, sender === 'worker' ? 35 : 18) * MINUTE);
    if (at >= until - MINUTE) break;
    spoken.push({ at, sender, type: 'text', body: filled(text, application), payload: {} });
  }
  return spoken;
};

const SENDERS = { employer: 'employer', worker: 'worker', clock: 'system' } as const;

/** Returns the messages of an invitation and its changes, as the conversation shows them. */
const invitation = (appointment: PlannedAppointment): PlannedMessage[] => {
  const { id, application, log, startAt, came } = appointment;
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
          payload: {
            appointmentId: id,
            applicationId: application.id,
            status: log[index - 1]?.status,
            changed_status: step.status === 'APPOINTMENT_NEGATIVE' && came === false ? 'MISSED' : step.status,
            ...times,
          },
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

/** Returns the dialogues that can follow the last status of an appointment. */
const sequelOf = ({ status, came }: PlannedAppointment): readonly Dialogue[] | undefined =>
  came === false ? AFTER_MISSED : AFTER[status];

/** Returns the conversation that fits the stage: questions, or what leads to the invitation and what followed it. */
const messagesOf = (context: SeedContext, application: PlannedApplication): PlannedMessage[] => {
  const { random, now } = context;
  const { shortlistedAt, createdAt, appointments } = application;
  const [first] = appointments;
  const last = appointments.at(-1);
  const dialogue = random.pick(random.chance(STEERING_SHARE) ? STEERING : first ? INVITING : QUESTIONS);
  const until = first?.createdAt ?? now;
  const begin = first ? until - 3 * HOUR : (shortlistedAt ?? createdAt + 20 * MINUTE) + random.int(0, 50) * MINUTE;
  const from = Math.max(createdAt + MINUTE, Math.min(begin, until - 15 * MINUTE));
  const spoken = talk(context, application, { dialogue, from, until });
  const sequel = last && sequelOf(last);
  const ended = last?.log.at(-1)?.at ?? now;
  const later = sequel ? talk(context, application, { dialogue: random.pick(sequel), from: ended, until: now }) : [];
  return [applicationMessage(application), ...spoken, ...appointments.flatMap(invitation), ...later];
};

/** Leaves out the employer's last words, so that the worker waits for an answer. */
const unanswered = (messages: readonly PlannedMessage[]): PlannedMessage[] => {
  const last = messages.findLastIndex(({ sender, type }) => sender !== 'employer' || type !== 'text');
  return messages[last]?.type === 'text' ? messages.slice(0, last + 1) : [...messages];
};

/** Returns the share of conversations that wait for an answer: most of the recent ones at the branch that is behind. */
const waitingShare = (placeName: string, age: number): number =>
  placeName === BEHIND ? (age < 10 * DAY ? 0.8 : 0.1) : age < DAY ? 0.4 : 0.01;

/** Counts the last messages of one side that the other has not answered. */
const trailing = (messages: readonly PlannedMessage[], sender: 'worker' | 'employer'): number => {
  const texts = messages.filter((one) => one.type === 'text');
  const other = texts.findLastIndex((one) => one.sender !== sender);
  return texts.length - 1 - other;
};

/** Returns the application that a conversation belongs to: the worker's newest open one (docs/PRODUCT.md#needs). */
const subjectOf = (ofWorker: readonly PlannedApplication[]): PlannedApplication =>
  ofWorker.findLast(({ status }) => status !== 'rejected') ?? ofWorker.at(-1)!;

const talkingShare = ({ shortlistedAt, isSeen }: PlannedApplication): number =>
  shortlistedAt !== null ? SHORTLISTED_SHARE : isSeen ? SEEN_SHARE : 0;

/** Inserts the conversations: one per worker and branch, with their invitations; some wait for an answer. */
export const seedConversations = async (
  client: SeedClient,
  context: SeedContext,
  applications: readonly PlannedApplication[],
): Promise<void> => {
  const { random, now } = context;
  const nextThread = await idsOf(client, 'threads');
  const nextMessage = await idsOf(client, 'messages');
  const byThread = new Map<string, PlannedApplication[]>();
  for (const application of applications) {
    const key = `${application.job.place.userId}/${application.worker.row.id}`;
    byThread.set(key, [...(byThread.get(key) ?? []), application]);
  }
  const threadRows: Row[] = [];
  const messageRows: Row[] = [];
  for (const ofWorker of byThread.values()) {
    const application = subjectOf(ofWorker);
    if (!ofWorker.some(({ appointments }) => appointments.length > 0) && !random.chance(talkingShare(application)))
      continue;
    const { place } = application.job;
    const others = ofWorker.filter((one) => one !== application);
    const all = [
      ...messagesOf(context, application),
      ...others.flatMap((one) => [applicationMessage(one), ...one.appointments.flatMap(invitation)]),
    ].sort((one, two) => one.at - two.at);
    const isWaiting = random.chance(waitingShare(place.name, now - (all.at(-1)?.at ?? now)));
    const messages = isWaiting ? unanswered(all) : all;
    const id = nextThread();
    const steeredAt = messages.find(({ sender, body }) => sender === 'worker' && body !== null && isSteering(body))?.at;
    const lastAt = messages.at(-1)?.at ?? application.createdAt;
    threadRows.push({
      id,
      organisation_id: place.organisationId,
      user_id: place.userId,
      worker_id: application.worker.row.id,
      last_number: messages.length,
      last_message_at: iso(lastAt),
      unread_by_employer: isWaiting ? trailing(messages, 'worker') : 0,
      unread_by_worker: random.chance(now - lastAt < 3 * DAY ? 0.6 : 0.1) ? trailing(messages, 'employer') : 0,
      blocked_at: null,
      hidden_to_number: 0,
      employer_read_number: isWaiting ? Math.max(0, messages.length - trailing(messages, 'worker')) : messages.length,
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
