import { randomInt } from 'node:crypto';

/** Returns a new seed and prints it; the environment variable of that name repeats a run. Only for the long tests. */
export const newSeed = (name: string): number => {
  const seed = Number(process.env[name] ?? randomInt(1_000_000));
  process.stdout.write(`${name}=${seed}\n`);
  return seed;
};
