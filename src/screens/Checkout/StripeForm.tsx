import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useIntl } from 'react-intl';
import { PAYMENT_ERROR_KEYS, type PaymentErrorKey } from '../../../contract/constants/payment';
import type { MessageId } from '../../lib/intl';
import { type StripeError, loadStripe, type Stripe } from '../../lib/stripe';
import type { CheckoutForm } from '../../domains/payment';
import { Button } from '../../ui/Button';
import { Card, Skeleton } from '../../ui/LoadState';
import { FormMessage } from '../../ui/FormMessage';
import { RetryButton } from '../../ui/State';
import { T } from '../../ui/text';

const isKnown = (key: string | undefined): key is PaymentErrorKey =>
  key !== undefined && (PAYMENT_ERROR_KEYS as readonly string[]).includes(key);

/** Stripe codes that have an error key of another name in docs/PRODUCT.md#card-payment. */
const KEYS: Record<string, PaymentErrorKey> = {
  invalid_expiry_year_past: 'invalid_expiry_year',
  invalid_expiry_month_past: 'invalid_expiry_month',
  incomplete_number: 'invalid_number',
  incomplete_cvc: 'invalid_cvc',
  payment_intent_authentication_failure: 'challenge_failed',
};

/** Returns the text for a Stripe error: by the decline reason if there is one, otherwise by the kind of error. */
export const messageOf = ({ code, decline_code: reason }: StripeError): MessageId => {
  const key = [reason, code, code && KEYS[code]].find(isKnown);
  return key ? `errors.keys.${key}` : 'payment.paymentErrorMessage';
};

/** Returns the theme of Stripe's element that matches the page. */
const themeOf = ({ documentElement, defaultView }: Document): 'stripe' | 'night' => {
  const { theme } = documentElement.dataset;
  const isDark = theme ? theme === 'dark' : defaultView?.matchMedia('(prefers-color-scheme: dark)').matches === true;
  return isDark ? 'night' : 'stripe';
};

type StripeInstance = { stripe: Stripe; elements: ReturnType<Stripe['elements']> };

/**
 * Stripe's payment element. It sends the card to Stripe, which also runs the bank's step and the redirect back:
 * docs/PRODUCT.md#checkout.
 */
export const StripeForm = ({ form }: { form: CheckoutForm }) => {
  const { clientSecret, publishableKey, finalizeUrl } = form;
  const { locale } = useIntl();
  const place = useRef<HTMLDivElement>(null);
  const instance = useRef<StripeInstance>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'busy' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  const [error, setError] = useState<ReturnType<typeof messageOf> | null>(null);

  useEffect(() => {
    let isMounted = true;
    let remove = () => undefined as void;
    const open = async () => {
      try {
        if (!clientSecret || !publishableKey) throw new Error('No payment to confirm');
        const stripe = await loadStripe(publishableKey);
        if (!isMounted || !place.current) return;
        const elements = stripe.elements({ clientSecret, locale, appearance: { theme: themeOf(document) } });
        const element = elements.create('payment');
        element.on('ready', () => setState('ready'));
        element.on('loaderror', () => setState('failed'));
        element.mount(place.current);
        instance.current = { stripe, elements };
        remove = () => element.destroy();
      } catch {
        if (isMounted) setState('failed');
      }
    };
    void open();
    return () => {
      isMounted = false;
      instance.current = null;
      remove();
    };
  }, [clientSecret, publishableKey, locale, tries]);

  const confirm = async () => {
    if (!instance.current || !finalizeUrl || state !== 'ready') return;
    const { stripe, elements } = instance.current;
    setState('busy');
    setError(null);
    try {
      // After a success Stripe redirects to `finalizeUrl`.
      const answer = await stripe.confirmPayment({ elements, confirmParams: { return_url: finalizeUrl } });
      if (answer.error) setError(messageOf(answer.error));
    } catch {
      setError('payment.paymentErrorMessage');
    }
    setState('ready');
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void confirm();
  };
  const retry = () => {
    setState('loading');
    setTries(tries + 1);
  };

  return (
    <Card className="panel">
      <form onSubmit={handleSubmit} className="stack gap-16" aria-busy={state === 'loading'}>
        {error && (
          <FormMessage>
            <T id={error} />
          </FormMessage>
        )}
        {state === 'loading' && <Skeleton width="100%" height={160} />}
        {state === 'failed' ? (
          <>
            <FormMessage>
              <T id="payment.checkout.failed" />
            </FormMessage>
            <RetryButton onClick={retry} />
          </>
        ) : (
          <>
            <div ref={place} />
            {state !== 'loading' && (
              <Button
                type="submit"
                look="primary"
                wide
                icon="card"
                busy={state === 'busy'}
                textId="payment.checkout.pay"
              />
            )}
          </>
        )}
      </form>
    </Card>
  );
};
