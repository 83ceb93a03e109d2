import { REDACTED, sanitise } from '../../../src/store/sanitise';

describe('sanitise', () => {
  test.each([
    ['accessToken'],
    ['access_token'],
    ['fcm_token'],
    ['userAccessToken'],
    ['password'],
    ['firstPassword'],
    ['cvc'],
    ['cardNumber'],
    ['cardHolderName'],
    ['expireMonth'],
    ['phoneVerifyCode'],
    ['smsCode'],
    ['Authorization'],
  ])('the field %s', (name) => {
    expect(sanitise({ a: [{ [name]: 'planted' }] })).toEqual({ a: [{ [name]: REDACTED }] });
  });

  test.each([
    ['a bearer header in a text', 'Bearer abc.def-1', `Bearer ${REDACTED}`],
    ['a card number in a text', 'card 4242 4242 4242 4242, please', `card ${REDACTED}, please`],
    ['a card number without groups', '4000000000003220', REDACTED],
    ['digits that are no card', 'order 4242 4242 4242 4243', 'order 4242 4242 4242 4243'],
    ['a phone', '0532 111 22 33', '0532 111 22 33'],
  ])('%s', (_name, text, expected) => expect(sanitise({ text })).toEqual({ text: expected }));

  test('keeps values that are not secret, null, and shared objects', () => {
    const row = { id: 1, title: 'Barista' };
    const state = { items: [row], chosen: row, accessToken: null, login: { status: 'init' }, balance: 5 };
    expect(sanitise(state)).toEqual(state);
  });

  test('cuts a cycle', () => {
    const loop: Record<string, unknown> = { name: 'a' };
    loop.self = loop;
    expect(sanitise(loop)).toEqual({ name: 'a', self: REDACTED });
  });

  test('leaves nothing planted anywhere in a whole state', () => {
    const text = JSON.stringify(
      sanitise({
        session: { user: { id: 1 }, accessToken: 'PLANTED-1' },
        action: { type: 'session/loginSubmitted', payload: { email: 'a@b.c', password: 'PLANTED-2' } },
        deep: [[{ headers: { authorization: 'Bearer PLANTED-3' } }]],
        message: 'Authorization: Bearer PLANTED-4',
      }),
    );
    expect(text).not.toContain('PLANTED');
    expect(text).toContain('a@b.c');
  });
});
