import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { addBasketItem, createBasket, getPackages, payByCard } from '../../../contract/routes/commerce';
import { testServer, type TestServer } from '../../support/testServer';
import { CARD_BODY, CARD_CASES, type CardRefusal } from '../../support/validationCases/card';

/** Error keys that name a field. */
const FIELD_KEYS: Partial<Record<CardRefusal, readonly string[]>> = {
  // An empty value breaks a length or pattern rule.
  required: [ERROR_KEYS.fieldTooShort, ERROR_KEYS.fieldInvalid],
  invalid: [ERROR_KEYS.fieldInvalid],
  tooLong: [ERROR_KEYS.fieldTooLong],
};
/** Error keys of the whole card, which the form shows at its field. */
const KEYS: Partial<Record<CardRefusal, string>> = {
  luhn: ERROR_KEYS.cardNumber,
  expired: ERROR_KEYS.cardExpired,
  brand: ERROR_KEYS.cardBrand,
  length: ERROR_KEYS.cardNumber,
};

describe('the cases of the card form', () => {
  let server: TestServer;
  let productId: number;
  beforeAll(async () => {
    server = await testServer();
    productId = (await server.call(getPackages, { as: 'company' })).body.payload.packages[0].id;
  });
  afterAll(() => server.close());

  const basketId = async (): Promise<string> => {
    const { _id } = (await server.call(createBasket, { as: 'company' })).body.payload.basket;
    await server.call(addBasketItem, { as: 'company', params: { basketId: _id }, body: { productId } });
    return _id;
  };

  it.each(CARD_CASES.map((one) => [one.name, one] as const))(
    'applies the case %s',
    async (_, { change, field, refusal }) => {
      const { status, body } = await server.call(payByCard, {
        as: 'company',
        body: { basketId: await basketId(), ...CARD_BODY, ...change },
      });
      if (field === null) return expect([status, body.payload]).toEqual([200, { provider: 'sandbox', result: null }]);
      expect(status).toBe(400);
      const key = KEYS[refusal!];
      if (key) return expect(body.key).toBe(key);
      expect(Object.keys(body.errors.children)).toEqual([field]);
      expect(FIELD_KEYS[refusal!]).toContain(body.errors.children[field].errors[0]);
    },
  );
});
