import {
  authorizationOf,
  isSigned,
  isWebhookSigned,
  readIyzicoWebhook,
} from '../../../server/adapters/payment/iyzico/client';

/** The secret of the example samples/webhook_Signature_Validation.php of iyzipay-php. */
const SECRET = 'sandbox-UuLnD7wZa0a3DmytfIrwHQqAMfqCNJrs';

describe('iyzico signatures in its own examples', () => {
  it('match the signed request in iyzipay-node, test/unit/UtilsTest.js', () => {
    const keys = { apiKey: 'api_key', secretKey: 'secret_key' };
    expect(authorizationOf(keys, { path: 'uri', body: '"body"', randomKey: 'random_string' })).toBe(
      'IYZWSv2 YXBpS2V5OmFwaV9rZXkmcmFuZG9tS2V5OnJhbmRvbV9zdHJpbmcmc2lnbmF0dXJlOjAxNzUwODkyMWEyOWVlNTYwMWJjZDFmYmU4M2VmZDJlMmJlNDNhZjAyZWNlZmYzMGNmMmU5MWE1MzlhYWIzNTU=',
    );
  });

  it('match generateAuthorizationHeaderV2 of iyzipay-node 2.0.69 for a JSON body', () => {
    const keys = { apiKey: 'sandbox-key', secretKey: SECRET };
    const body = JSON.stringify({ locale: 'en', conversationId: '123456789', paymentConversationId: '123456789' });
    expect(authorizationOf(keys, { path: '/payment/detail', body, randomKey: '8b1f7c' })).toBe(
      'IYZWSv2 YXBpS2V5OnNhbmRib3gta2V5JnJhbmRvbUtleTo4YjFmN2Mmc2lnbmF0dXJlOmZiNTdjNTBiMTg3ZTUwMjM3OWM5Mzk3ZjVjZmExYTM4OGIwYmIwMTE2ZGFhZmIzOTZjNjZlMjE4MTQzZGJiYzQ=',
    );
  });

  it('match the bank’s return in iyzipay-php, samples/callbackUrl_Signature_Validation.php', () => {
    const secret = 'jLc7GQHD2pyJoqXDeEcTnGHYtP7Ai5jl';
    const signature = 'a4f73b80bb32a6ef8358090bbd8609a49a7b53f463048f8ef147496e236d04f0';
    expect(isSigned(secret, ['', '', '1', '22484292', 'success'], signature)).toBe(true);
    expect(isSigned(secret, ['', '', '0', '22484292', 'success'], signature)).toBe(false);
  });

  // Calculated by calculateHmacSHA256Signature of iyzipay-node 2.0.69 over the answer below, parsed from JSON.
  const answer = JSON.parse(
    '{"paymentId":"22484292","currency":"TRY","basketId":"B67832","conversationId":"123456789","paidPrice":1199.00000000,' +
      '"price":1199.00000000,"paymentStatus":"SUCCESS","token":"e828c62d-fd12-4b1a-ad5a-380f15fe6596"}',
  ) as Record<string, unknown>;
  const values = ['paymentId', 'currency', 'basketId', 'conversationId', 'paidPrice', 'price'].map(
    (name) => answer[name],
  );

  it.each([
    ['of a payment', values, '48d4f3c4e911deb758987ccaa86d867e25f1384adcb3cf558d2afb403a933756'],
    [
      'of the form',
      [answer.paymentStatus, ...values, answer.token],
      'ba7278b51401d55c7c793b9746e6f75bdc34a3305c57821215f3fdf5154b711a',
    ],
  ])('match an answer %s whose amounts end in zeros', (_name, signed, signature) => {
    expect(isSigned(SECRET, signed, signature)).toBe(true);
    expect(isSigned(SECRET, [...signed.slice(0, -1), 'x'], signature)).toBe(false);
    expect(isSigned(`${SECRET}x`, signed, signature)).toBe(false);
  });

  it.each([undefined, null, '', 7, 'ğ', 'a4f7'])('do not match %p', (signature) => {
    expect(isSigned(SECRET, ['1'], signature)).toBe(false);
    expect(isWebhookSigned(SECRET, ['1'], signature)).toBe(false);
  });
});

describe('iyzico webhooks in its own examples', () => {
  const FORM =
    '{"paymentConversationId":"conversationId","merchantId":3382172,"token":"e828c62d-fd12-4b1a-ad5a-380f15fe6596",' +
    '"status":"SUCCESS","iyziReferenceCode":"77e1635c-6b39-475a-8b7b-ca15ad0cd4ac","iyziEventType":"CHECKOUT_FORM_AUTH",' +
    '"iyziEventTime":1721825036103,"iyziPaymentId":22483975}';
  const DIRECT =
    '{"paymentConversationId":"conversationId","merchantId":3382172,"paymentId":22484059,"status":"SUCCESS",' +
    '"iyziReferenceCode":"a9af8e6b-4401-4928-b6b8-40419aaa3d0f","iyziEventType":"API_AUTH","iyziEventTime":1721825828467,' +
    '"iyziPaymentId":22484059}';
  const SIGNATURES = {
    form: '4031c575763486a2d2bf3f7ace0baebfcd6bed65393ab4df3fe80c00d5fd6878',
    direct: '92c7a72b7741bc83eb696066605c894778c87297b2c88d6037670666230e18ae',
  };
  const read = (text: string, signature: unknown) => readIyzicoWebhook(SECRET, Buffer.from(text), signature);

  it('name the payment of a signed message', () => {
    expect(read(FORM, SIGNATURES.form)).toEqual({ paymentId: 'conversationId' });
    expect(read(DIRECT, SIGNATURES.direct)).toEqual({ paymentId: 'conversationId' });
  });

  it.each([
    ['a signature of the other kind', FORM, SIGNATURES.direct],
    ['no signature', FORM, undefined],
    ['another state', FORM.replace('SUCCESS', 'FAILURE'), SIGNATURES.form],
    ['another payment', DIRECT.replace('"conversationId"', '"other"'), SIGNATURES.direct],
    ['no JSON', '<xml>', SIGNATURES.form],
    ['JSON without a message', 'null', SIGNATURES.form],
  ])('say nothing with %s', (_name, text, signature) => {
    expect(read(text, signature)).toBeNull();
  });
});
