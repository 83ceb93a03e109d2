// A busy machine alone must fail no server test: `eventually` waits thirty seconds, then says what it saw.
jest.setTimeout(120_000);
