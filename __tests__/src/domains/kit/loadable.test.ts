import type { Failure } from '../../../../src/domains/kit/failure';
import { failed, init, loaded, loading, refused, requested } from '../../../../src/domains/kit/loadable';

const failure: Failure = { kind: 'network', status: 0, key: 'network.no_answer', requestId: null };
const rows = loaded(['a']);
const staleRows = { ...rows, refreshError: failure };

test.each([
  [init, loading],
  [failed(failure), loading],
  [rows, rows],
  [staleRows, rows],
])('a request after %j gives %j', (before, after) => expect(requested<string[]>(before)).toEqual(after));

test.each([
  [loading, failed(failure)],
  [rows, staleRows],
])('a failure after %j gives %j', (before, after) => expect(refused<string[]>(before, failure)).toEqual(after));
