import { Formik, type FormikHelpers } from 'formik';
import { priceChangeAccepted, selectPriceChange, type Basket } from '../../domains/basket';
import { cardSubmitted, holdCard, selectCardPayment, type CardValues } from '../../domains/payment';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { OrderSummary } from '../../widgets/OrderSummary/OrderSummary';
import { CardForm } from './CardForm';
import { cardSchema, emptyCard, toCard } from './form';
import { TestCards } from './TestCards';
import { today } from './today';
import styles from './PaymentCard.module.css';

const schema = cardSchema(today, () => readSettings().paymentProvider);

/** The card form beside the order. Only this form's memory holds the card data, and it ends with the form. */
export const CardPayment = ({ basket }: { basket: Basket }) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const payment = useAppSelector(selectCardPayment);
  const priceChange = useAppSelector(selectPriceChange);

  const handleSubmit = (values: CardValues, helpers: FormikHelpers<CardValues>) => {
    helpers.setSubmitting(false);
    // Reads the store directly, because a second click may come before the next render.
    const { status } = selectCardPayment(store.getState());
    if (status === 'loading' || status === 'loaded') return;
    dispatch(priceChangeAccepted());
    dispatch(cardSubmitted({ basketId: basket._id, handle: holdCard(toCard(values)) }));
  };
  return (
    <Formik initialValues={emptyCard} validationSchema={schema} onSubmit={handleSubmit}>
      <div className={styles.columns}>
        <Card className={styles.card}>
          <CardForm basket={basket} payment={payment} priceChange={priceChange} />
        </Card>
        <div className={styles.side}>
          <OrderSummary basket={basket} priceChange={priceChange} className={styles.summary} />
          {readSettings().paymentProvider === 'sandbox' && <TestCards />}
        </div>
      </div>
    </Formik>
  );
};
