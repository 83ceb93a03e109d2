import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useIntl } from 'react-intl';
import type { CheckoutForm } from '../../domains/payment';
import { loadStripe, type Stripe } from '../../lib/stripe';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { FormMessage } from '../../ui/FormMessage';
import { Skeleton } from '../../ui/Skeleton';
import { T } from '../../ui/text';
import { messageOf, themeOf } from './stripeRules';
import styles from './Checkout.module.css';

type Held = { stripe: Stripe; elements: ReturnType<Stripe['elements']> };

/**
 * Stripe's payment element. It sends the card to Stripe, which also runs the bank's step and the redirect back:
 * docs/PRODUCT.md#checkout.
 */
export const StripeForm = ({ form }: { form: CheckoutForm }) => {
  const { clientSecret, publishableKey, finalizeUrl } = form;
  const { locale } = useIntl();
  const place = useRef<HTMLDivElement>(null);
  const held = useRef<Held>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'busy' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  const [error, setError] = useState<ReturnType<typeof messageOf> | null>(null);

  useEffect(() => {
    let isHere = true;
    let remove = () => undefined as void;
    const open = async () => {
      try {
        if (!clientSecret || !publishableKey) throw new Error('No payment to confirm');
        const stripe = await loadStripe(publishableKey);
        if (!isHere || !place.current) return;
        const elements = stripe.elements({ clientSecret, locale, appearance: { theme: themeOf(document) } });
        const element = elements.create('payment');
        element.on('ready', () => setState('ready'));
        element.on('loaderror', () => setState('failed'));
        element.mount(place.current);
        held.current = { stripe, elements };
        remove = () => element.destroy();
      } catch {
        if (isHere) setState('failed');
      }
    };
    void open();
    return () => {
      isHere = false;
      held.current = null;
      remove();
    };
  }, [clientSecret, publishableKey, locale, tries]);

  const confirm = async () => {
    if (!held.current || !finalizeUrl || state !== 'ready') return;
    const { stripe, elements } = held.current;
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
    <Card className={styles.card}>
      <form onSubmit={handleSubmit} className={styles.form} aria-busy={state === 'loading'}>
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
            <Button onClick={retry}>
              <T id="ui.retry" />
            </Button>
          </>
        ) : (
          <>
            <div ref={place} />
            {state !== 'loading' && (
              <Button type="submit" look="primary" wide icon="lock" busy={state === 'busy'}>
                <T id="payment.checkout.pay" />
              </Button>
            )}
          </>
        )}
      </form>
    </Card>
  );
};
