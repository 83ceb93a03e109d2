// Benchmarks measure speed; a busy machine alone must fail no server test.
jest.setTimeout(30_000);
