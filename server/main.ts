import path from 'node:path';
import { runCommand } from './store';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, REFUSED_DEMO_ACCOUNTS } from './demo/simulatedWorkers';
import { pageLines } from './demo/newcomer';
import { describeFailure } from './platform/errors';
import { readSettings, type Settings } from './platform/settings';
import { serve, type RunningServer } from './serve';

/** Milliseconds after which the process exits even if its shutdown is not finished. */
const STOP_MS = 10_000;
const PARENT_MS = 500;

const isWithin = (folder: string, parent: string): boolean =>
  !path.relative(parent, folder).split(path.sep).includes('..');

/** Returns a warning for each setting that a server outside the demo lacks. */
export const warningsOf = ({ demo, sms, mail, payment, dataDir, erasuresDir }: Settings): string[] => {
  if (demo) return [];
  const warnings = {
    // Without text messages nobody can register, be invited or set a new password.
    'SMS_PROVIDER is not set: no text messages are sent.': sms.provider === 'outbox',
    'SMTP_URL is not set: no mails are sent.': mail === null,
    'PAYMENT_PROVIDER is not set: purchases succeed without a charge.': payment.provider === 'sandbox',
    'ERASURES_DIR is in DATA_DIR: erased people are back when DATA_DIR is lost and a backup is restored.': isWithin(
      erasuresDir,
      dataDir,
    ),
  };
  return Object.entries(warnings).flatMap(([text, isTrue]) => (isTrue ? [text] : []));
};

const announce = ({ settings, demoPage }: RunningServer): void => {
  const { publicUrl, demo, gatewayKey, dataDir, databaseUrl } = settings;
  console.log(`\nThe dashboard is at ${publicUrl}/dashboard`);
  if (demo) {
    console.log(`Demo accounts, password ${DEMO_PASSWORD}: ${DEMO_ACCOUNTS.join(', ')}`);
    console.log(`Demo accounts that cannot sign in, each for another reason: ${REFUSED_DEMO_ACCOUNTS.join(', ')}`);
    if (demoPage) console.log(pageLines(`${publicUrl}/p/${demoPage}`, process.stdout.isTTY).join('\n'));
    console.log(`SMS and mails that a real server would send: ${publicUrl}/dev/outbox`);
    console.log(`Worker gateway key (X-Gateway-Key): ${gatewayKey}`);
  }
  for (const warning of warningsOf(settings)) console.warn(warning);
  if (databaseUrl === null) console.log(`Data is in ${dataDir}; remove the folder to start over.`);
  console.log('Ctrl-C stops it.\n');
};

const stopOnSignals = (server: RunningServer): void => {
  let isStopping = false;
  const stop = (exitCode: number) => {
    // npm forwards a signal that the terminal has already sent, so it arrives twice.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(describeFailure(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  // npm's shell does not forward signals. When it is gone, the user has ended the server.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) stop(0);
    }, PARENT_MS).unref();
  }
  process.on('uncaughtException', (error) => {
    console.error(describeFailure(error));
    stop(1);
  });
};

/** Runs the server with the process's environment until a signal ends it. `root` is the folder of package.json. */
export const main = (root: string): Promise<void> =>
  runCommand(async () => {
    const server = await serve(readSettings(process.env), root, (line) => console.log(line));
    stopOnSignals(server);
    announce(server);
  });
