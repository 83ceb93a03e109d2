import { useEffect, useState, use, useEffectEvent, useRef } from 'react';
import { FRAMED } from '../../../contract/constants/payment';
import type { PaymentMessage } from '../../../contract/schemas/commerce';
import { resultLeft, resultOpened, selectPaymentResult, paymentMessageOf } from '../../domains/payment';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ReplayContext } from '../../ui/replay';
import { readSettings } from '../../lib/settings';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import { useDelayed } from '../../ui/useDelayed';
import styles from './PaymentFrame.module.css';

/** Milliseconds to wait for going back, because Chromium fires no event for the entries of a removed frame. */
const GOING_BACK = 200;

/**
 * Each step in a frame adds an entry to the browser's history, and Back would go through all of them. `leave` goes back
 * over these entries before it calls `next`; render no frame once `isOver` is true.
 */
export const useFrameHistory = () => {
  const [lengthBefore] = useState(() => history.length);
  const [next, setNext] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (next === null) return undefined;
    const entries = history.length - lengthBefore;
    if (entries <= 0) {
      next();
      return undefined;
    }
    const timer = setTimeout(next, GOING_BACK);
    addEventListener('popstate', next, { once: true });
    history.go(-entries);
    return () => {
      clearTimeout(timer);
      removeEventListener('popstate', next);
    };
  }, [next, lengthBefore]);
  return { isOver: next !== null, leave: (then: () => void) => setNext((current) => current ?? then) };
};

export type PaymentEnd = Partial<Pick<PaymentMessage, 'status' | 'errorKey'>>;

/**
 * Asks the server about a payment and calls `onEnd` once it has ended: the page of the bank or provider may end without
 * telling this one.
 */
export const usePaymentEnd = (basketId: string, onEnd: (end: PaymentEnd) => void): void => {
  const dispatch = useAppDispatch();
  const result = useAppSelector(selectPaymentResult);
  // A replay follows the recorded addresses.
  const isReplay = use(ReplayContext) !== null;
  useEffect(() => {
    dispatch(resultOpened({ basketId }));
    return () => void dispatch(resultLeft());
  }, [dispatch, basketId]);
  const end = !isReplay && result.status === 'loaded' && result.data.status !== 'pending' ? result.data : null;
  const showEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (end) showEnd({ status: end.status, ...(end.errorKey !== undefined && { errorKey: end.errorKey }) });
  }, [end]);
};

/**
 * Allows what banks' pages do: scripts, forms, cookies, dialogs, new windows, and leaving the frame for the whole page,
 * with or without a click.
 */
const SANDBOX =
  'allow-forms allow-scripts allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox allow-top-navigation';
/** Milliseconds of loading after which the user is offered the full page. */
const SLOW_AFTER = 8000;

interface PaymentFrameProps {
  /** The server's path of the page; the server serves it once. */
  path: string;
  title: string;
  /** The framed page reports that the payment has ended. Only the server knows the result. */
  onMessage: (message: PaymentMessage) => void;
}

const LoadedFrame = ({ path, title, onMessage }: PaymentFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const isSlow = useDelayed(!isLoaded, SLOW_AFTER);
  const { origin } = new URL(readSettings().mainApi, globalThis.location.href);
  const url = `${origin}${path}`;

  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    // Any window may post messages here, so only messages from the server's page in this frame count.
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
    const message = paymentMessageOf(event.data);
    if (message) onMessage(message);
  });
  useEffect(() => {
    const handle = (event: MessageEvent<unknown>) => receive(event);
    addEventListener('message', handle);
    return () => removeEventListener('message', handle);
  }, []);

  return (
    <div className="stack gap-8">
      <div className="relative card clipped" aria-busy={!isLoaded}>
        <iframe
          ref={frame}
          src={`${url}?${FRAMED}=1`}
          title={title}
          sandbox={SANDBOX}
          className={cx(styles.frame, !isLoaded && styles.waiting)}
          onLoad={() => setIsLoaded(true)}
        />
        {!isLoaded && (
          <div className={styles.loading} role="status">
            <span className={styles.spinner} aria-hidden="true" />
            <T id={isSlow ? 'payment.frame.slow' : 'payment.frame.loading'} />
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

/** Shows a page of a bank or provider in a frame, with a link that opens it in full: docs/PRODUCT.md#card-payment. */
export const PaymentFrame = (props: PaymentFrameProps) => {
  const replay = use(ReplayContext);
  return replay ? replay.foreignPage : <LoadedFrame {...props} />;
};
