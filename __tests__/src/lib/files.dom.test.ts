import { fileNameOf } from '../../../src/domains/kit/saveFile';
import { saveFile } from '../../../src/lib/browser';
import { fakeHttp } from '../../support/fakeHttp';

test.each([
  ['none', null, null],
  ['without a name', 'attachment', null],
  ['quoted', 'attachment; filename="a b.pdf"', 'a b.pdf'],
  ['a quoted name with a quotation mark', 'attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ['bare', 'attachment; filename=a.pdf; x=1', 'a.pdf'],
  ['the extended name wins', 'attachment; filename="Ayse.pdf"; filename*=UTF-8\'\'Ay%C5%9Fe%20Y.pdf', 'Ayşe Y.pdf'],
  ['a broken extended name', 'attachment; filename="x.pdf"; filename*=UTF-8\'\'%E0%A4%A', 'x.pdf'],
  ['folders are dropped', 'attachment; filename="../../etc/x.pdf"', 'x.pdf'],
  ['nothing but blanks', 'attachment; filename=" "', null],
])('the file name: %s', (_name, header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

describe('downloading files', () => {
  const ask = { method: 'GET', path: '/x.pdf', accept: 'application/pdf' } as const;

  test('requests the media type with the token', async () => {
    const headers = { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="x.pdf"' };
    const { http, fetch } = fakeHttp(() => new Response('%PDF', { headers }));
    const { blob, disposition } = await http.file(ask);
    expect(disposition).toBe('attachment; filename="x.pdf"');
    expect(blob.size).toBe(4);
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({
      Accept: 'application/pdf',
      Authorization: 'Bearer token-1',
    });
  });

  test.each([
    ['a refusal keeps its key', 409, { ok: false, key: 'export.not_ready', requestId: 'r1' }, 'export.not_ready'],
    ['a success of another type is an error', 200, { ok: true, payload: 1 }, 'error.unknown_error'],
  ])('%s', async (_name, status, body, key) => {
    const headers = { 'Content-Type': 'application/json' };
    const { http } = fakeHttp(() => new Response(JSON.stringify(body), { status, headers }));
    await expect(http.file(ask)).rejects.toMatchObject({ status, key });
  });

  test('reports a 401 to the session', async () => {
    const { http, onUnauthorized } = fakeHttp(() => new Response('{}', { status: 401 }));
    await expect(http.file(ask)).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
  });
});

test('saves a file under its name and releases its object URL', () => {
  jest.useFakeTimers();
  const create = jest.fn(() => 'blob:x');
  const revoke = jest.fn();
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: revoke });
  const clicked: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.href} ${this.download}`);
  });
  saveFile({ blob: new Blob(['x']), name: 'x.pdf' });
  expect(clicked).toEqual(['blob:x x.pdf']);
  expect(document.querySelector('a')).toBeNull();
  jest.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledWith('blob:x');
  click.mockRestore();
  jest.useRealTimers();
});
