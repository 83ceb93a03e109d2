// A busy machine is slow, so no test relies on its own time limit.
jest.setTimeout(120_000);
