// A basket for the attacks on payments, and the sandbox's cards.
const card = (cardNumber) => ({
  cardHolderName: 'Ada Test',
  cardNumber,
  cvc: '123',
  expireMonth: '12',
  expireYear: '2032',
  referrer: '/packages',
});

export const CARD = {
  success: card('4242424242424242'),
  challenge: card('4000000000003220'),
  declined: card('4000000000000002'),
  amex: { ...card('378282246310005'), cvc: '1234' },
};

export const basketWith = async (server, token) => {
  const packages = (await server.call('GET', '/api/payment/packages', { token })).body.payload.packages;
  const product = packages.find(({ purchaseLimit }) => purchaseLimit === null || purchaseLimit > 1) ?? packages[0];
  const made = (await server.call('POST', '/api/basket', { token })).body.payload.basket;
  const id = made._id;
  const added = await server.call('POST', `/api/basket/${id}/item`, { token, body: { productId: product.id } });
  if (added.status !== 200)
    throw new Error(`the package could not be added to the basket: ${added.status} ${added.body?.key}`);
  return { id, itemId: added.body.payload.basket.items[0]._id, productId: product.id };
};
