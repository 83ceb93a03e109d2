/** What a confirmation that failed says. https://docs.stripe.com/error-codes */
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

/** The part of Stripe.js that is used here. https://docs.stripe.com/js */
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

/** Stripe serves its script from here alone; it may not be bundled. */
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
      // The next try begins from nothing.
      script.remove();
      loading = undefined;
      reject(new Error('Stripe.js did not load'));
    };
    document.head.append(script);
  }));

/** Stripe.js for a key, loaded when it is first needed; rejects when it cannot be loaded. */
export const loadStripe = async (publishableKey: string): Promise<Stripe> => {
  if (!made()) await load();
  const create = made();
  if (!create) throw new Error('Stripe.js is not there');
  return create(publishableKey);
};
