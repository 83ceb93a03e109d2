import { useFormikContext } from 'formik';
import type { CardValues } from '../../domains/payment';
import { selectUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { T } from '../../ui/text';
import { restOfTestCard, TEST_CARDS } from './sandboxCards';
import { today } from './today';
import styles from './PaymentCard.module.css';

/** Buttons that fill in the form with a test card, in a marketplace without real payments. */
export const TestCards = () => {
  const user = useAppSelector(selectUser);
  const { values, setValues } = useFormikContext<CardValues>();
  const choose = (cardNumber: string) => {
    const cardHolderName = values.cardHolderName || `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
    void setValues({ ...values, cardHolderName, cardNumber, ...restOfTestCard(today()) });
  };
  return (
    <Card className={styles.test}>
      <h2 className={styles.heading}>
        <T id="payment.test.title" />
      </h2>
      <p className={styles.testText}>
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
