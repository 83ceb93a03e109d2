// The product as `npm start` runs it, for tests that run several of it, or kill it.
import { main } from '../../../server/main';

void main(process.cwd());
