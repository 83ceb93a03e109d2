import { createRandom, hashText } from '../seeds/random';

type ReplyHabit = 'answers' | 'declines' | 'steersOutside' | 'silent';
type InvitationHabit = 'accepts' | 'rejects' | 'ignores';
type ReminderHabit = 'comes' | 'comesLate' | 'cannotCome' | 'wantsAnotherTime' | 'ignores';

/** The behaviour of a simulated worker; the same worker always behaves the same. */
export interface Personality {
  replies: ReplyHabit;
  invitations: InvitationHabit;
  /** True when the worker cancels an agreed interview later. */
  cancelsLater: boolean;
  reminders: ReminderHabit;
  /** True when the worker answers on the page of the link instead of in their product. */
  usesLink: boolean;
  /** Seconds until the worker answers a message. */
  replyDelay: number;
  /** Seconds until the worker answers an invitation. */
  invitationDelay: number;
  /** A number that varies the wording. */
  variant: number;
}

/** Returns the personality of a worker, derived only from the worker's id and the simulation's seed. */
export const personalityOf = (workerId: number, seed: number): Personality => {
  const random = createRandom(hashText(`${seed}/${workerId}`));
  return {
    replies: random.weighted([
      ['answers', 68],
      ['declines', 8],
      ['steersOutside', 9],
      ['silent', 15],
    ]),
    invitations: random.weighted([
      ['accepts', 62],
      ['rejects', 15],
      ['ignores', 23],
    ]),
    cancelsLater: random.chance(0.12),
    replyDelay: random.between(3, 18),
    invitationDelay: random.between(6, 40),
    variant: random.int(0, 1_000_000),
    // New habits are drawn last, so that the others stay as they were.
    reminders: random.weighted([
      ['comes', 68],
      ['comesLate', 14],
      ['cannotCome', 6],
      ['wantsAnotherTime', 4],
      ['ignores', 8],
    ]),
    usesLink: random.chance(0.5),
  };
};
