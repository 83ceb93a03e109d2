// How fast something is, a benchmark says: a busy machine alone fails no test of the server.
jest.setTimeout(30_000);
