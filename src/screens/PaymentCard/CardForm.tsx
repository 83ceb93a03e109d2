import { useEffect, useEffectEvent, type RefObject, useMemo, useRef } from 'react';
import { useFormikContext, Form } from 'formik';
import { useLocation } from 'react-router-dom';
import { priceChangeReported, startsAgain, type Basket, type PriceChange, planOf } from '../../domains/basket';
import {
  withFieldErrors,
  type CardValues,
  CVC_MAX,
  CVC_MIN,
  digitsOf,
  isExpired,
  isUnanswered,
  type Card,
  cvcHintOf,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  toCardField,
} from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { useAppDispatch } from '../../store/hooks';
import { boolean, object, string } from 'yup';
import { useIntl } from 'react-intl';
import { dayAt } from '../../../contract/zone';
import { BRANDS_OF_PROVIDER, numberProblem, brandOf } from '../../../contract/constants/cards';
import { CARD_HOLDER_MAX } from '../../../contract/constants/limits';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { requiredText } from '../../lib/rules';
import { formatPrice } from '../../lib/money';
import { type Loadable, errorOf } from '../../domains/kit/loadable';
import { FormMessage } from '../../ui/FormMessage';
import { T, useText } from '../../ui/text';
import { Button } from '../../ui/Button';
import { MaskedField } from '../../ui/PhoneField';
import { TextField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { PaymentRefusal, NextPageLink, CardPromise, PlanTerms } from '../../widgets/Payment/Payment';
import { SalesAgreement } from '../../widgets/DocumentModal/DocumentModal';
import styles from './PaymentCard.module.css';

/** Errors that mean that the server's basket differs from the page's, which then loads it again. */
const STALE_BASKET_KEYS: readonly string[] = [
  ERROR_KEYS.priceChanged,
  ERROR_KEYS.idempotencyMismatch,
  ERROR_KEYS.itemWithdrawn,
];

/**
 * After a refused payment, clears the CVC, keeps the other fields, and loads a changed basket again. Call it before
 * `useServerErrors`, which then refers to the emptied field.
 */
const useRefusedPayment = (failure: Failure | null, box: RefObject<HTMLElement | null>) => {
  const dispatch = useAppDispatch();
  const { setFieldValue, setFieldTouched } = useFormikContext<CardValues>();
  const handleRefusal = useEffectEvent((refused: Failure) => {
    if (STALE_BASKET_KEYS.includes(refused.key)) dispatch(priceChangeReported());
    if (refused.kind !== 'invalid') return;
    void setFieldValue('cvc', '', false);
    void setFieldTouched('cvc', false, false);
    // If the server names a field, that field takes the focus instead.
    if (!withFieldErrors(refused).fields) box.current?.querySelector<HTMLElement>('[name=cvc]')?.focus();
  });
  useEffect(() => {
    if (failure) handleRefusal(failure);
  }, [failure]);
};

/**
 * Returns the day in the marketplace's zone as `YYYY-MM-DD`. A card expires by this calendar, whatever the browser's
 * zone is.
 */
export const today = (): string => dayAt(serverNow(), readSettings().timeZone);

export const emptyCard: CardValues = { cardHolderName: '', cardNumber: '', expiry: '', cvc: '', agreement: false };

const NUMBER_TEXTS = {
  brand: 'errors.keys.card_not_supported',
  length: 'validation.card.number',
  luhn: 'validation.card.luhn',
} as const;
const COMPLETE_EXPIRY = /^(0[1-9]|1[0-2])\/\d{2}$/;

/**
 * Rules of the card form: docs/PRODUCT.md#card-form. `today` is the day in the marketplace's zone, `YYYY-MM-DD`;
 * `provider` takes the card.
 */
export const cardSchema = (today: () => string, provider: () => PaymentProvider) =>
  object({
    cardHolderName: requiredText(CARD_HOLDER_MAX),
    cardNumber: string()
      .required('validation.required')
      .test('number', (number, { createError }) => {
        const problem = numberProblem(digitsOf(number), BRANDS_OF_PROVIDER[provider()]);
        return problem === null || createError({ message: NUMBER_TEXTS[problem] });
      }),
    expiry: string()
      .required('validation.required')
      .matches(COMPLETE_EXPIRY, 'validation.card.expiry')
      .test(
        'expired',
        'validation.card.expired',
        (expiry) => !COMPLETE_EXPIRY.test(expiry) || !isExpired(expiry, today()),
      ),
    cvc: string()
      .required('validation.required')
      .matches(new RegExp(`^\\d{${CVC_MIN},${CVC_MAX}}$`), 'validation.card.cvc'),
    agreement: boolean().oneOf([true], 'validation.agreement'),
  });

/** Returns the request body of valid values. */
export const toCard = ({ cardHolderName, cardNumber, expiry, cvc }: CardValues): Card => {
  const [expireMonth = '', expireYear = ''] = expiry.split('/');
  return { cardHolderName: cardHolderName.trim(), cardNumber: digitsOf(cardNumber), cvc, expireMonth, expireYear };
};

interface CardMessageProps {
  basket: Basket;
  failure: Failure | null;
  priceChange: PriceChange | null;
}

/** The error of the payment as a whole, with its next step. */
const CardMessage = ({ basket, failure, priceChange }: CardMessageProps) => {
  const { locale } = useIntl();
  const { state } = useLocation();
  if (priceChange) {
    const { before, after, currency } = priceChange;
    const values = { before: formatPrice(before, currency, locale), after: formatPrice(after, currency, locale) };
    return (
      <FormMessage>
        <T id="payment.card.priceChanged" values={values} />
      </FormMessage>
    );
  }
  const isAgain = startsAgain(state);
  const isUnderWay = failure === null && basket.status === 'paying';
  // A field shows its own error, and a new price has its own dialog.
  const isShownElsewhere =
    failure !== null && (withFieldErrors(failure).fields !== undefined || failure.key === ERROR_KEYS.priceChanged);
  if (isShownElsewhere || (failure === null && !isUnderWay)) return null;
  const openState = failure ? isUnanswered(failure) && 'payment.card.unanswered' : !isAgain && 'payment.card.underWay';
  return (
    <FormMessage>
      {openState ? (
        <>
          <T id={openState} /> <NextPageLink nextPage="result" basketId={basket._id} />
        </>
      ) : failure ? (
        <PaymentRefusal failure={failure} basketId={basket._id} />
      ) : (
        <T id="payment.card.again" />
      )}
    </FormMessage>
  );
};

interface CardFormProps {
  basket: Basket;
  payment: Loadable<null>;
  priceChange: PriceChange | null;
}

/** The fields of a card: docs/PRODUCT.md#card-form. Use it inside Formik. */
export const CardForm = ({ basket, payment, priceChange }: CardFormProps) => {
  const t = useText();
  const { locale } = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const { values } = useFormikContext<CardValues>();
  const failure = errorOf(payment);
  useRefusedPayment(failure, box);
  // One failure must keep one object; a new object would show the error again and block every further submit.
  const fieldFailures = useMemo(() => failure && withFieldErrors(failure), [failure]);
  useServerErrors(fieldFailures, toCardField);
  useFirstErrorFocus(box);
  const plan = planOf(basket);
  const brand = brandOf(digitsOf(values.cardNumber));
  const price = formatPrice(basket.totalPrice, basket.currency, locale);
  return (
    <Form noValidate autoComplete="on">
      <div ref={box} className="stack gap-16">
        <CardMessage basket={basket} failure={failure} priceChange={priceChange} />
        <TextField
          name="cardHolderName"
          required
          label={t('payment.card.holder')}
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <MaskedField
          name="cardNumber"
          required
          label={t('payment.card.number')}
          autoComplete="cc-number"
          format={formatCardNumber}
          end={brand && <span className={styles.brand}>{t(`payment.card.brand.${brand}`)}</span>}
        />
        <div className={styles.pair}>
          <MaskedField
            name="expiry"
            required
            label={t('payment.card.expiry')}
            placeholder={t('payment.card.expiryExample')}
            autoComplete="cc-exp"
            format={formatExpiry}
          />
          <MaskedField
            name="cvc"
            required
            label={t('payment.card.cvc')}
            hint={t(`payment.card.cvcHint.${cvcHintOf(brand)}`)}
            autoComplete="cc-csc"
            format={formatCvc}
          />
        </div>
        <SalesAgreement />
        {plan && <PlanTerms plan={plan} />}
        <Button
          type="submit"
          look="primary"
          wide
          icon="card"
          busy={payment.status === 'loading' || payment.status === 'loaded'}
        >
          <T id="payment.card.pay" values={{ price }} />
        </Button>
        <CardPromise isOurs renews={plan !== null} />
      </div>
    </Form>
  );
};
