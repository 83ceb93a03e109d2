import { useFormikContext } from 'formik';
import { fullName } from '../../../contract/constants/text';
import type { CardValues } from '../../domains/payment';
import { selectUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { T } from '../../ui/text';
import { today } from './CardForm';
import styles from './PaymentCard.module.css';

/** The sandbox cards and their results: docs/API.md#providers. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', does: 'success' },
  { number: '3782 822463 10005', does: 'amex' },
  { number: '4000 0000 0000 3220', does: 'challenge' },
  { number: '4000 0000 0000 0341', does: 'cancelled' },
  { number: '4000 0000 0000 0002', does: 'declined' },
  { number: '4000 0000 0000 0069', does: 'expired' },
  { number: '4000 0000 0000 0127', does: 'cvc' },
  { number: '4000 0000 0000 9995', does: 'funds' },
  { number: '4000 0000 0000 7726', does: 'review' },
  { number: '4000 0000 0000 0259', does: 'late' },
] as const;

/** How many years the expiry of a test card is in the future. */
const YEARS_AHEAD = 3;

/** Returns the other fields of a test card for a day (`YYYY-MM-DD`); none of them is secret. */
export const restOfTestCard = (day: string) => ({
  expiry: `12/${String((Number(day.slice(2, 4)) + YEARS_AHEAD) % 100).padStart(2, '0')}`,
  cvc: '123',
});

/** Buttons that fill in the form with a test card, in a marketplace without real payments. */
export const TestCards = () => {
  const user = useAppSelector(selectUser);
  const { values, setValues } = useFormikContext<CardValues>();
  const choose = (cardNumber: string) => {
    const cardHolderName = values.cardHolderName || (user ? fullName(user) : '');
    void setValues({ ...values, cardHolderName, cardNumber, ...restOfTestCard(today()) });
  };
  return (
    <Card className={styles.test}>
      <h2 className="size-16">
        <T id="payment.test.title" />
      </h2>
      <p className="hint">
        <T id="payment.test.text" />
      </p>
      <ul className={styles.testCards}>
        {TEST_CARDS.map(({ number, does }) => (
          <li key={number}>
            <button
              type="button"
              className={styles.testCard}
              // A field that loses the focus shows its error, which would move this button away from the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(number)}
            >
              <code translate="no">{number}</code>
              <T id={`payment.test.${does}`} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
};
