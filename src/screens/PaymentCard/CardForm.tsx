import { useMemo, useRef } from 'react';
import { Form, useFormikContext } from 'formik';
import { useIntl } from 'react-intl';
import { brandOf } from '../../../contract/constants/cards';
import { planOf, type Basket, type PriceChange } from '../../domains/basket';
import {
  withFieldErrors,
  cvcHintOf,
  digitsOf,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  toCardField,
  type CardValues,
} from '../../domains/payment';
import type { Loadable } from '../../domains/kit/loadable';
import { errorOf } from '../../domains/kit/loadable';
import { formatPrice } from '../../lib/money';
import { Button } from '../../ui/Button';
import { MaskedField } from '../../ui/MaskedField';
import { T, useText } from '../../ui/text';
import { TextField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { CardPromise } from '../../widgets/CardPromise/CardPromise';
import { PlanTerms } from '../../widgets/PlanTerms/PlanTerms';
import { SalesAgreement } from '../../widgets/DocumentModal/SalesAgreement';
import { CardMessage } from './CardMessage';
import { useDecline } from './useDecline';
import styles from './PaymentCard.module.css';

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
  useDecline(failure, box);
  // One failure must keep one object; a new object would show the error again and block every further submit.
  const fieldFailures = useMemo(() => failure && withFieldErrors(failure), [failure]);
  useServerErrors(fieldFailures, toCardField);
  useFirstErrorFocus(box);
  const plan = planOf(basket);
  const brand = brandOf(digitsOf(values.cardNumber));
  const price = formatPrice(basket.totalPrice, basket.currency, locale);
  return (
    <Form noValidate autoComplete="on">
      <div ref={box} className={styles.form}>
        <CardMessage basket={basket} failure={failure} priceChange={priceChange} />
        <TextField
          name="cardHolderName"
          label={t('payment.card.holder')}
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <MaskedField
          name="cardNumber"
          label={t('payment.card.number')}
          autoComplete="cc-number"
          format={formatCardNumber}
          end={brand && <span className={styles.brand}>{t(`payment.card.brand.${brand}`)}</span>}
        />
        <div className={styles.pair}>
          <MaskedField
            name="expiry"
            label={t('payment.card.expiry')}
            placeholder={t('payment.card.expiryExample')}
            autoComplete="cc-exp"
            format={formatExpiry}
          />
          <MaskedField
            name="cvc"
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
          icon="lock"
          busy={payment.status === 'loading' || payment.status === 'loaded'}
        >
          <T id="payment.card.pay" values={{ price }} />
        </Button>
        <CardPromise isOurs renews={plan !== null} />
      </div>
    </Form>
  );
};
