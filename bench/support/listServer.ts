// Serves the product over a world; reports the callers' headers and the ids to request.
import { buildApp } from '../../server/app';
import { benchDeps, benchLogger } from './deps';
import { findPlaces } from './places';
import { callerHeaders } from './sessions';

const { deps, pool } = benchDeps(process.argv[2]!);
const places = await findPlaces(pool);
const headers = await callerHeaders(deps);
const app = await buildApp({ deps, logger: benchLogger() });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
process.send!({ origin, places, headers });
