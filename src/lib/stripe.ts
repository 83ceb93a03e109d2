/** The error of a failed confirmation. https://docs.stripe.com/error-codes */
export interface StripeError {
  type: string;
  code?: string;
  decline_code?: string;
}

interface StripeElement {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
  on: (event: 'ready' | 'loaderror', handle: () => void) => void;
}

interface StripeElements {
  create: (type: 'payment') => StripeElement;
}

/** The used part of Stripe.js. https://docs.stripe.com/js */
export interface Stripe {
  elements: (options: {
    clientSecret: string;
    locale: string;
    appearance: { theme: 'stripe' | 'night' };
  }) => StripeElements;
  confirmPayment: (options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
  }) => Promise<{ error?: StripeError }>;
}

/** Stripe serves its script only from here and forbids bundling it. */
const SCRIPT = 'https://js.stripe.com/v3/';

const made = () => (globalThis as { Stripe?: (publishableKey: string) => Stripe }).Stripe;

let loading: Promise<void> | undefined;

const load = () =>
  (loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      // The next try loads a new script.
      script.remove();
      loading = undefined;
      reject(new Error('Stripe.js did not load'));
    };
    document.head.append(script);
  }));

/** Loads Stripe.js on the first call and returns it for a key; rejects when the load fails. */
export const loadStripe = async (publishableKey: string): Promise<Stripe> => {
  if (!made()) await load();
  const create = made();
  if (!create) throw new Error('Stripe.js is not there');
  return create(publishableKey);
};
