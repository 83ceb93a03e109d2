// Runs the product as `npm start` does, for tests that run several servers or kill one.
import { main } from '../../../server/main';

void main(process.cwd());
