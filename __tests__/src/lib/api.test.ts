import { MEDIA_TYPES } from '../../../contract/constants/http';
import { createApi, requestOf, type Api } from '../../../src/lib/api';
import { fakeApi, aFile, ok } from '../../support/fakeApi';

describe('the typed client', () => {
  const client = () => {
    const fake = fakeApi();
    return { fake, api: createApi(fake) };
  };

  test('encodes the parameters into the path and passes the rest unchanged', async () => {
    const { fake, api } = client();
    fake.on('POST', '/basket/:id/item', ok({ basket: 'b' }));
    const signal = new AbortController().signal;
    const headers = { 'Idempotency-Key': 'k' };
    const body = { productId: 3 };
    const answer = await api.withSignal(signal).call('POST /basket/:basketId/item', {
      params: { basketId: 'a/b?c' },
      body,
      headers,
    });
    expect(answer).toEqual({ basket: 'b' });
    expect(fake.calls).toEqual([
      { base: 'main', method: 'POST', path: '/basket/a%2Fb%3Fc/item', body, headers, signal },
    ]);
  });

  test('chooses the API by the prefix of the path', async () => {
    const { fake, api } = client();
    fake.on('GET', '/places', ok([])).on('POST', '/country/check', ok({}));
    await api.call('GET /shared-api/places', { query: { q: 'kadi' } });
    await api.call('POST /geo-api/country/check', { body: {} });
    expect(fake.calls).toMatchObject([
      { base: 'shared', path: '/places', query: { q: 'kadi' } },
      { base: 'geo', path: '/country/check' },
    ]);
  });

  test('fetches files by media type', async () => {
    const { fake, api } = client();
    fake.on('GET', '/appointment/7.ics', aFile('x', '7.ics'));
    const file = await api.file('GET /appointment/:id.ics', { params: { id: 7 }, accept: MEDIA_TYPES.calendar });
    expect(file.disposition).toContain('7.ics');
    expect(fake.calls).toMatchObject([{ path: '/appointment/7.ics', accept: 'text/calendar' }]);
  });

  test('returns the envelope with its total', async () => {
    const { fake, api } = client();
    fake.on('GET', '/search/job', ok([], { total: 7, etag: 'W/"1"' }));
    expect(await api.envelope('GET /search/job', { query: { limit: 0 } })).toEqual({
      payload: [],
      total: 7,
      etag: 'W/"1"',
    });
  });
});

/** Never runs: the compiler checks each line, and a missing type error fails `npm test -- types`. */
export const mistakes = async (api: Api): Promise<void> => {
  // @ts-expect-error no such path
  await api.call('GET /job/:id/applicants', { params: { id: 1 } });
  // @ts-expect-error no such method of the path
  await api.call('DELETE /job/:id', { params: { id: 1 } });
  // @ts-expect-error the gateway is not for the dashboard
  await api.call('GET /worker-gateway/jobs');
  // @ts-expect-error params are missing
  await api.call('GET /job/:id');
  // @ts-expect-error the parameter has another name
  await api.call('GET /job/:id', { params: { jobId: 1 } });
  // @ts-expect-error the parameter is a number
  await api.call('GET /job/:id', { params: { id: 'one' } });
  // @ts-expect-error the body is missing
  await api.call('PUT /job/application/:id/shortlist', { params: { id: 1 } });
  // @ts-expect-error the body is of another type
  await api.call('PUT /job/application/:id/shortlist', { params: { id: 1 }, body: { isShortlisted: 'yes' } });
  // @ts-expect-error the endpoint takes no body
  await api.call('POST /basket', { body: {} });
  // @ts-expect-error the query is missing
  await api.call('GET /shared-api/places');
  // @ts-expect-error no such query parameter
  await api.call('GET /search/job', { query: { pages: 1 } });
  // @ts-expect-error the payload has no such field
  void (await api.call('GET /user/me')).token;
  // @ts-expect-error the endpoint answers nothing but a file
  await api.call('GET /payment/receipt/:paymentId', { params: { paymentId: 'a' } });
  // @ts-expect-error the endpoint answers no file
  await api.file('GET /job/:id', { params: { id: 1 }, accept: MEDIA_TYPES.pdf });
  // @ts-expect-error the file has another media type
  await api.file('GET /payment/receipt/:paymentId', { params: { paymentId: 'a' }, accept: MEDIA_TYPES.workbook });
  // @ts-expect-error early requests are checked in the same way
  requestOf('GET /search/application/:id');
  // These compile.
  requestOf('GET /user/me');
  await api.call('GET /search/job');
  await api.call('GET /search/job', { query: { branchId: null, q: '' } });
};
