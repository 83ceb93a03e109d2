import { Formik, type FormikHelpers } from 'formik';
import { priceChangeAccepted, selectPriceChange, type Basket } from '../../domains/basket';
import { cardSubmitted, holdCard, selectCardPayment, type CardValues } from '../../domains/payment';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { CardForm } from './CardForm';
import { cardSchema, emptyCard, toCard } from './form';
import { OrderSummary } from './OrderSummary';
import { TestCards } from './TestCards';
import { today } from './today';
import styles from './PaymentCard.module.css';

const schema = cardSchema(today, () => readSettings().paymentProvider);

/** The card beside what it pays for. What is typed is in this form's memory only, and gone with it. */
export const CardPayment = ({ basket }: { basket: Basket }) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const payment = useAppSelector(selectCardPayment);
  const priceChange = useAppSelector(selectPriceChange);

  const handleSubmit = (values: CardValues, helpers: FormikHelpers<CardValues>) => {
    helpers.setSubmitting(false);
    // Asked of the store itself: a second click may come before this is rendered again.
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
          <OrderSummary basket={basket} priceChange={priceChange} />
          {readSettings().paymentProvider === 'sandbox' && <TestCards />}
        </div>
      </div>
    </Formik>
  );
};
