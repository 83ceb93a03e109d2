import { addBasketItem, createBasket, getPackages, payByCard } from '../../../contract/routes/commerce';
import { testServer, type TestServer } from '../../support/testServer';

describe('the bank’s page', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.close());

  const pageOf = async (): Promise<string> => {
    const { packages } = (await server.call(getPackages, { as: 'company' })).body.payload;
    const { _id: basketId } = (await server.call(createBasket, { as: 'company' })).body.payload.basket;
    const productId = packages[0].id;
    await server.call(addBasketItem, { as: 'company', params: { basketId }, body: { productId } });
    const card = { cardHolderName: 'Ayşe', cardNumber: '4000000000003220', cvc: '123', expireMonth: '12' };
    const body = { basketId, ...card, expireYear: '39' };
    return (await server.call(payByCard, { as: 'company', body })).body.payload.result;
  };
  const open = async (url: string, dest: 'iframe' | 'document') =>
    (await server.app.inject({ method: 'GET', url, headers: { 'sec-fetch-dest': dest } })).statusCode;

  it.each([
    ['in a frame, once', ['iframe', 'iframe'], [200, 404]],
    ['in full page, once', ['document', 'document'], [200, 404]],
    ['in a frame, then in full page, then no more', ['iframe', 'document', 'document', 'iframe'], [200, 200, 404, 404]],
    ['in full page, then in no frame', ['document', 'iframe'], [200, 404]],
  ] as const)('opens %s', async (_, visits, expected) => {
    const url = await pageOf();
    const statuses: number[] = [];
    for (const dest of visits) statuses.push(await open(url, dest));
    expect(statuses).toEqual(expected);
  });
});
