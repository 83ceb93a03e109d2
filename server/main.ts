import { runCommand } from './command';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, REFUSED_DEMO_ACCOUNTS } from './demo/accounts';
import { readSettings, type Settings } from './platform/settings';
import { serve, type RunningServer } from './serve';

/** A stop that takes longer than this is cut off. */
const STOP_MS = 10_000;
const PARENT_MS = 500;

const announce = ({ publicUrl, demo, gatewayKey, dataDir, databaseUrl }: Settings): void => {
  console.log(`\nThe dashboard is at ${publicUrl}/dashboard`);
  if (demo) {
    console.log(`Demo accounts, password ${DEMO_PASSWORD}: ${DEMO_ACCOUNTS.join(', ')}`);
    console.log(`Refused, each with its reason: ${REFUSED_DEMO_ACCOUNTS.join(', ')}`);
    console.log(`Worker gateway key (X-Gateway-Key): ${gatewayKey}`);
  }
  if (databaseUrl === null) console.log(`Data is in ${dataDir}; remove the folder to begin anew.`);
  console.log('Ctrl-C stops it.\n');
};

const stopOnSignals = (server: RunningServer): void => {
  let isStopping = false;
  const stop = (exitCode: number) => {
    // npm passes a signal on that the terminal has sent already: the second one changes nothing.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  // npm's shell does not pass signals on: when it is gone, so is whoever started this server.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) stop(0);
    }, PARENT_MS).unref();
  }
  process.on('uncaughtException', (error) => {
    console.error(error);
    stop(1);
  });
};

/** Runs the server of this process's environment until a signal ends it. `root` is the folder of package.json. */
export const main = (root: string): Promise<void> =>
  runCommand(async () => {
    const server = await serve(readSettings(process.env), root, (line) => console.log(line));
    stopOnSignals(server);
    announce(server.settings);
  });
