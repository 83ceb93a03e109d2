import { inspect } from 'node:util';
import { SettingError } from './platform/settings';
import { StartError } from './platform/errors';

/** Runs a command-line program; a `StartError` prints one line and exits with code 1. */
export const runCommand = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof SettingError;
    process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
    process.exitCode = 1;
  }
};
