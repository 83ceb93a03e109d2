// Serves the product over the store of the chat benchmark; reports its processor time in milliseconds on request.
import { buildApp } from '../../server/app';
import { benchDeps, benchLogger } from './deps';

const { deps } = benchDeps(process.argv[2]!);
const app = await buildApp({ deps, logger: benchLogger() });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1000);
});
process.on('SIGTERM', () => process.exit(0));
process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
