import { describeFailure } from '../../../server/platform/errors';

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more);

describe('describeFailure', () => {
  it.each([
    ['a failure of the store', failure('invalid: "gizem@x"', { code: '22P02', detail: 'Key (email)=(gizem@x)' })],
    ['a failure of several lines', failure('duplicate key\n(email)=(gizem@x)', { code: '23505', where: 'gizem@x' })],
    ['a value that is no error', 'gizem@x'],
  ])('hides the data of a row in %s', (_name, error) => {
    expect(describeFailure(error)).not.toContain('gizem');
  });

  it.each<[Error, RegExp]>([
    [failure('x', { code: '23505' }), /^Error 23505\n\s+at /],
    [new TypeError('no such function'), /^TypeError no such function\n\s+at /],
    [failure("EACCES: permission denied, open '/x'", { code: 'EACCES', syscall: 'open' }), /^Error EACCES .*'\/x'\n/],
  ])('names the failure and its origin: %s', (error, expected) => {
    expect(describeFailure(error)).toMatch(expected);
  });
});
