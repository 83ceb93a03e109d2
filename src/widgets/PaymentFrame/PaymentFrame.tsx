import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PaymentMessage } from '../../../contract/schemas/commerce';
import { paymentMessageOf } from '../../domains/payment';
import { readSettings } from '../../lib/settings';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import { useDelayed } from '../../ui/useDelayed';
import styles from './PaymentFrame.module.css';

/** Scripts and forms of a bank with its own cookies; it leads away from the dashboard only where somebody clicks. */
const SANDBOX = 'allow-forms allow-scripts allow-same-origin allow-top-navigation-by-user-activation';
/** Milliseconds after which the whole page is suggested. */
const LONG = 8000;

interface PaymentFrameProps {
  /** A path of the server's that serves the page, once. */
  path: string;
  title: string;
  /** The payment has come back, says the framed page; the truth of it is the server's. */
  onMessage: (message: PaymentMessage) => void;
}

/** A page of a bank or provider inside ours, or in its stead ("open in full page"). Spec 2, point 2. */
export const PaymentFrame = ({ path, title, onMessage }: PaymentFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const isLong = useDelayed(!isLoaded, LONG);
  const { origin } = new URL(readSettings().mainApi, globalThis.location.href);
  const url = `${origin}${path}`;

  const hear = useEffectEvent((event: MessageEvent<unknown>) => {
    // Anybody may post to this window: only the server's own page in this very frame is heard.
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
    const message = paymentMessageOf(event.data);
    if (message) onMessage(message);
  });
  useEffect(() => {
    const handle = (event: MessageEvent<unknown>) => hear(event);
    addEventListener('message', handle);
    return () => removeEventListener('message', handle);
  }, []);

  return (
    <div className={styles.box}>
      <div className={styles.frameBox} aria-busy={!isLoaded}>
        <iframe
          ref={frame}
          src={url}
          title={title}
          sandbox={SANDBOX}
          className={cx(styles.frame, !isLoaded && styles.waiting)}
          onLoad={() => setIsLoaded(true)}
        />
        {!isLoaded && (
          <div className={styles.loading} role="status">
            <span className={styles.spinner} aria-hidden="true" />
            <T id={isLong ? 'payment.frame.slow' : 'payment.frame.loading'} />
          </div>
        )}
      </div>
      <a href={url} className={styles.full}>
        <Icon name="expand" size={18} />
        <T id="payment.frame.full" />
      </a>
    </div>
  );
};
