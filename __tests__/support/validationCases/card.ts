/** The kind of error that a case expects; the form has a text for each, the server a key. */
export type CardRefusal = 'required' | 'invalid' | 'tooLong' | 'luhn' | 'expired' | 'brand' | 'length';

/** A change of a valid card body with the field of its error (null: it is valid) and the kind. */
interface CardCase {
  name: string;
  change: Partial<Record<keyof typeof CARD_BODY, string>>;
  field: 'cardHolderName' | 'cardNumber' | 'cvc' | 'expireMonth' | 'expireYear' | null;
  refusal?: CardRefusal;
}

/** A valid body of `POST /payment/card` without its basket, on 11 March 2026, the day of the demo world. */
export const CARD_BODY = {
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: '4242424242424242',
  cvc: '123',
  expireMonth: '12',
  expireYear: '28',
};

/** Cases that the form and the server must decide alike (docs/PRODUCT.md#card-form). */
export const CARD_CASES: readonly CardCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no name', change: { cardHolderName: '' }, field: 'cardHolderName', refusal: 'required' },
  { name: 'a name of blanks', change: { cardHolderName: '   ' }, field: 'cardHolderName', refusal: 'required' },
  { name: 'a name of 100', change: { cardHolderName: 'x'.repeat(100) }, field: null },
  { name: 'a name of 101', change: { cardHolderName: 'x'.repeat(101) }, field: 'cardHolderName', refusal: 'tooLong' },
  { name: 'markup as a name', change: { cardHolderName: '<b>Ayşe</b>' }, field: null },
  { name: 'no number', change: { cardNumber: '' }, field: 'cardNumber', refusal: 'required' },
  { name: 'a number of 8', change: { cardNumber: '42424242' }, field: 'cardNumber', refusal: 'invalid' },
  {
    name: 'a number with a letter',
    change: { cardNumber: '424242424242424a' },
    field: 'cardNumber',
    refusal: 'invalid',
  },
  { name: 'one digit wrong', change: { cardNumber: '4242424242424241' }, field: 'cardNumber', refusal: 'luhn' },
  { name: 'two digits swapped', change: { cardNumber: '2442424242424242' }, field: 'cardNumber', refusal: 'luhn' },
  { name: 'American Express of 15', change: { cardNumber: '378282246310005', cvc: '1234' }, field: null },
  {
    name: 'American Express of 14',
    change: { cardNumber: '37828224631000' },
    field: 'cardNumber',
    refusal: 'length',
  },
  {
    name: 'American Express with one digit wrong',
    change: { cardNumber: '378282246310004' },
    field: 'cardNumber',
    refusal: 'luhn',
  },
  { name: 'Visa of 15', change: { cardNumber: '424242424242424' }, field: 'cardNumber', refusal: 'length' },
  { name: 'Maestro', change: { cardNumber: '6759649826438453' }, field: 'cardNumber', refusal: 'brand' },
  { name: 'Maestro of 12', change: { cardNumber: '676770000000' }, field: 'cardNumber', refusal: 'brand' },
  { name: 'Discover', change: { cardNumber: '6011111111111117' }, field: 'cardNumber', refusal: 'brand' },
  { name: 'Diners Club of 14', change: { cardNumber: '30569309025904' }, field: 'cardNumber', refusal: 'brand' },
  { name: 'JCB', change: { cardNumber: '3530111333300000' }, field: 'cardNumber', refusal: 'brand' },
  { name: 'UnionPay', change: { cardNumber: '6200000000000005' }, field: 'cardNumber', refusal: 'brand' },
  { name: 'no CVC', change: { cvc: '' }, field: 'cvc', refusal: 'required' },
  { name: 'a CVC of 2', change: { cvc: '12' }, field: 'cvc', refusal: 'invalid' },
  { name: 'a CVC of 4', change: { cvc: '1234' }, field: null },
  { name: 'a CVC of 5', change: { cvc: '12345' }, field: 'cvc', refusal: 'invalid' },
  { name: 'a CVC with a letter', change: { cvc: '12a' }, field: 'cvc', refusal: 'invalid' },
  { name: 'this month', change: { expireMonth: '03', expireYear: '26' }, field: null },
  { name: 'last month', change: { expireMonth: '02', expireYear: '26' }, field: 'expireMonth', refusal: 'expired' },
  { name: 'last year', change: { expireYear: '25' }, field: 'expireMonth', refusal: 'expired' },
  { name: 'January of next year', change: { expireMonth: '01', expireYear: '27' }, field: null },
  { name: 'month 13', change: { expireMonth: '13' }, field: 'expireMonth', refusal: 'invalid' },
  { name: 'month 0', change: { expireMonth: '00' }, field: 'expireMonth', refusal: 'invalid' },
  { name: 'a month of one digit', change: { expireMonth: '9' }, field: 'expireMonth', refusal: 'invalid' },
  { name: 'a year of one digit', change: { expireYear: '8' }, field: 'expireYear', refusal: 'invalid' },
];
