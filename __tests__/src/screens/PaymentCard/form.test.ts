import { CardBody } from '../../../../contract/schemas/commerce';
import { compileValidator } from '../../../../server/platform/http/validation';
import { formatCardNumber, toCardField, type CardValues } from '../../../../src/domains/payment';
import { cardSchema, emptyCard, toCard } from '../../../../src/screens/PaymentCard/CardForm';
import { restOfTestCard, TEST_CARDS } from '../../../../src/screens/PaymentCard/TestCards';
import { formErrors } from '../../../support/formErrors';
import { CARD_BODY, CARD_CASES, type CardRefusal } from '../../../support/validationCases/card';

const TODAY = '2026-03-11';
const schema = cardSchema(
  () => TODAY,
  () => 'iyzico',
);

const valuesOf = ({ cardNumber, expireMonth, expireYear, ...rest }: typeof CARD_BODY): CardValues => ({
  ...rest,
  cardNumber: formatCardNumber(cardNumber),
  expiry: `${expireMonth}/${expireYear}`,
  agreement: true,
});

const SAID: Record<CardRefusal, unknown[]> = {
  required: ['validation.required'],
  invalid: ['validation.card.number', 'validation.card.expiry', 'validation.card.cvc', 'validation.card.luhn'],
  tooLong: [{ id: 'validation.tooLong', values: { max: 100 } }],
  luhn: ['validation.card.luhn'],
  expired: ['validation.card.expired'],
  brand: ['errors.keys.card_not_supported'],
  length: ['validation.card.number'],
};

describe('validation cases of the form', () => {
  it.each(CARD_CASES.map((one) => [one.name, one] as const))('%s', async (_, { change, field, refusal }) => {
    const errors = await formErrors(schema, valuesOf({ ...CARD_BODY, ...change }));
    if (field === null) return expect(errors).toEqual({});
    const name = toCardField(field) as keyof CardValues;
    expect(Object.keys(errors)).toEqual([name]);
    expect(SAID[refusal!]).toContainEqual(errors[name]);
  });

  it('requires all fields', async () => {
    expect(await formErrors(schema, emptyCard)).toEqual({
      cardHolderName: 'validation.required',
      cardNumber: 'validation.required',
      expiry: 'validation.required',
      cvc: 'validation.required',
      agreement: 'validation.agreement',
    });
  });

  it.each([
    ['3782 822463 1000', 'validation.card.number'],
    ['4242 4242 4242 424', 'validation.card.number'],
    ['12/2', 'validation.card.expiry'],
  ])('%s is incomplete', async (text, message) => {
    const isExpiry = text.includes('/');
    const values = { ...valuesOf(CARD_BODY), ...(isExpiry ? { expiry: text } : { cardNumber: text }) };
    expect(Object.values(await formErrors(schema, values))).toEqual([message]);
  });
});

const serverTakes = compileValidator({ schema: CardBody, method: 'POST', url: '/', httpPart: 'body' });

test('sends what the contract requires, without the agreement', async () => {
  const body = toCard({ ...valuesOf(CARD_BODY), cardHolderName: ' Ayşe Yılmaz ' });
  expect(body).toEqual(CARD_BODY);
  expect(await serverTakes({ basketId: 'a'.repeat(24), ...body })).toHaveProperty('value');
});

test.each(TEST_CARDS)('the test card $number passes the form’s validation', async ({ number }) => {
  const values = { ...valuesOf(CARD_BODY), cardNumber: number, ...restOfTestCard(TODAY) };
  expect(await formErrors(schema, values)).toEqual({});
});
