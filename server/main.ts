import { runCommand } from './command';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, REFUSED_DEMO_ACCOUNTS } from './demo/accounts';
import { pageLines } from './demo/pageLines';
import { describeFailure } from './platform/describeFailure';
import { readSettings } from './platform/settings';
import { serve, type RunningServer } from './serve';

/** Milliseconds after which a slow shutdown is cut off. */
const STOP_MS = 10_000;
const PARENT_MS = 500;

const announce = ({ settings, demoPage }: RunningServer): void => {
  const { publicUrl, demo, gatewayKey, dataDir, erasuresDir, databaseUrl, sms, mail, payment } = settings;
  console.log(`\nThe dashboard is at ${publicUrl}/dashboard`);
  if (demo) {
    console.log(`Demo accounts, password ${DEMO_PASSWORD}: ${DEMO_ACCOUNTS.join(', ')}`);
    console.log(`Demo accounts that cannot sign in, each for another reason: ${REFUSED_DEMO_ACCOUNTS.join(', ')}`);
    if (demoPage) console.log(pageLines(`${publicUrl}/p/${demoPage}`, process.stdout.isTTY).join('\n'));
    console.log(`SMS and mails that a real server would send: ${publicUrl}/dev/outbox`);
    console.log(`Worker gateway key (X-Gateway-Key): ${gatewayKey}`);
  }
  // Without text messages nobody can register, be invited or set a new password.
  if (!demo && sms.provider === 'outbox') console.warn('SMS_PROVIDER is not set: no text messages are sent.');
  if (!demo && mail === null) console.warn('SMTP_URL is not set: no mails are sent.');
  if (!demo && payment.provider === 'sandbox')
    console.warn('PAYMENT_PROVIDER is not set: purchases succeed without a charge.');
  if (!demo && databaseUrl === null && erasuresDir.startsWith(dataDir))
    console.warn('ERASURES_DIR is not set: erased people are back when DATA_DIR is lost and a backup is restored.');
  if (databaseUrl === null) console.log(`Data is in ${dataDir}; remove the folder to start over.`);
  console.log('Ctrl-C stops it.\n');
};

const stopOnSignals = (server: RunningServer): void => {
  let isStopping = false;
  const stop = (exitCode: number) => {
    // npm forwards a signal that the terminal has already sent; the second one changes nothing.
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
