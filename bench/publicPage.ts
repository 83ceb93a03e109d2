// `npm run bench -- publicPage [applications] [seconds]`: 500 applications a minute from 200 networks on public pages, with codes
// and proof of work, while 50 employers work. Two rounds in turns without and with the strangers on one copy of the load world.
import { compareRounds } from './support/publicPageRounds';

await compareRounds({ applications: Number(process.argv[2] ?? 20_000), seconds: Number(process.argv[3] ?? 30) });
