import { createEventStream } from '../../../src/lib/eventStream';

it('sends the headers of every call', () => {
  const fetch = jest.fn(() => new Promise<Response>(() => undefined));
  const stream = createEventStream({
    url: '/api/events',
    getToken: () => 'secret',
    getCountry: () => 'TR',
    getLanguage: () => 'es',
    fetch,
  });
  const close = stream.open(() => undefined);
  close();
  expect(fetch).toHaveBeenCalledWith(
    '/api/events',
    expect.objectContaining({
      headers: {
        Accept: 'text/event-stream',
        'Accept-Language': 'es',
        'X-App-Name': expect.any(String),
        'X-Request-Source': expect.any(String),
        Authorization: 'Bearer secret',
        'X-App-Country': 'TR',
      },
    }),
  );
});
