import { choiceOf, fail, requiredText, providerUrl, textOf, type Environment } from './environment';

export interface IyzicoSettings {
  apiKey: string;
  secretKey: string;
  apiUrl: string;
}

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiUrl: string;
}

export type PaymentSettings =
  { provider: 'sandbox' } | ({ provider: 'iyzico' } & IyzicoSettings) | ({ provider: 'stripe' } & StripeSettings);

/** Prefix of the keys of iyzico's test environment, which work only there. */
const TEST_KEY = 'sandbox-';

const iyzicoOf = (env: Environment): IyzicoSettings => {
  const because = 'PAYMENT_PROVIDER=iyzico';
  const apiKey = requiredText(env, 'IYZICO_API_KEY', because);
  const secretKey = requiredText(env, 'IYZICO_SECRET_KEY', because);
  const isTest = apiKey.startsWith(TEST_KEY);
  if (isTest !== secretKey.startsWith(TEST_KEY))
    fail('IYZICO_SECRET_KEY', 'must be of the same environment as IYZICO_API_KEY (both sandbox-…, or neither)');
  const standard = isTest ? 'https://sandbox-api.iyzipay.com' : 'https://api.iyzipay.com';
  return { apiKey, secretKey, apiUrl: providerUrl(env, 'IYZICO_API_URL', standard) };
};

const stripeOf = (env: Environment): StripeSettings => {
  const because = 'PAYMENT_PROVIDER=stripe';
  const keyOf = (name: string, pattern: RegExp, example: string): string => {
    const key = requiredText(env, name, because);
    return pattern.test(key) ? key : fail(name, `must be a key such as ${example}`);
  };
  const secretKey = keyOf('STRIPE_SECRET_KEY', /^(sk|rk)_(test|live)_\w+$/, 'sk_live_…');
  const publishableKey = keyOf('STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'pk_live_…');
  if (secretKey.split('_')[1] !== publishableKey.split('_')[1])
    fail('STRIPE_PUBLISHABLE_KEY', 'must be of the same mode (test or live) as STRIPE_SECRET_KEY');
  return {
    secretKey,
    publishableKey,
    webhookSecret: keyOf('STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, 'whsec_…'),
    apiUrl: providerUrl(env, 'STRIPE_API_URL', 'https://api.stripe.com'),
  };
};

/**
 * Throws when a provider's keys are set without PAYMENT_PROVIDER: the sandbox would give away for free what should be
 * paid.
 */
const refuseForgotten = (env: Environment): void => {
  const names = ['IYZICO_API_KEY', 'IYZICO_SECRET_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'];
  const found = names.find((name) => textOf(env, name) !== null);
  if (found && textOf(env, 'PAYMENT_PROVIDER') === null) fail('PAYMENT_PROVIDER', `is required with ${found}`);
};

export interface PaymentChoice {
  payment: PaymentSettings;
  /** `basket`: the card form is a page of the dashboard; `provider_form`: it is the provider's. */
  paymentFlow: 'basket' | 'provider_form';
}

/** Reads the payment provider and the payment flow; throws for a combination that cannot work. */
export const readPayment = (env: Environment): PaymentChoice => {
  refuseForgotten(env);
  const provider = choiceOf(env, 'PAYMENT_PROVIDER', ['sandbox', 'iyzico', 'stripe'], 'sandbox');
  const standard = provider === 'stripe' ? 'provider_form' : 'basket';
  const paymentFlow = choiceOf(env, 'PAYMENT_FLOW', ['basket', 'provider_form'], standard);
  if (provider === 'stripe' && paymentFlow === 'basket')
    fail(
      'PAYMENT_FLOW',
      'must be provider_form with PAYMENT_PROVIDER=stripe: the server never sends card numbers to Stripe',
    );
  if (provider === 'iyzico') return { payment: { provider, ...iyzicoOf(env) }, paymentFlow };
  if (provider === 'stripe') return { payment: { provider, ...stripeOf(env) }, paymentFlow };
  return { payment: { provider }, paymentFlow };
};
