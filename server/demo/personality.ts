import { createRandom, hashText } from '../db/seeds/random';

export type ReplyHabit = 'answers' | 'declines' | 'steersOutside' | 'silent';
export type InvitationHabit = 'accepts' | 'rejects' | 'ignores';

/** How a simulated worker behaves: the same worker always behaves the same. */
export interface Personality {
  replies: ReplyHabit;
  invitations: InvitationHabit;
  /** Cancels an interview that was agreed, some time later. */
  cancelsLater: boolean;
  /** Seconds until an answer is written. */
  replyDelay: number;
  /** Seconds until an invitation is answered. */
  invitationDelay: number;
  /** A number that varies the wording. */
  variant: number;
}

/** The personality of a worker, from the worker's id and the seed of the simulation alone. */
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
  };
};
