import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, SolvedChallenge } from '../../contract/schemas/challenge';

export const solve = async (challenge: Challenge): Promise<SolvedChallenge> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('no solution in time');
  return { challenge, solution };
};
