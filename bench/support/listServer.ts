// One process that serves the product over a world and tells who may ask, and what of the world is asked for.
import { buildApp } from '../../server/app';
import { benchDeps, benchLogger } from './deps';
import { findPlaces } from './places';
import { headersOfAskers } from './sessions';

const { deps, pool } = benchDeps(process.argv[2]!);
const places = await findPlaces(pool);
const headers = await headersOfAskers(deps);
const app = await buildApp({ deps, logger: benchLogger() });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
process.send!({ origin, places, headers });
