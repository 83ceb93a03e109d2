import { type BasketRouteState, priceChangeAccepted, selectPriceChange } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import styles from './PaymentBasket.module.css';

/** Returns a function that opens the payment: our card page, or the provider's own form. */
export const usePay = (basketId: string) => {
  const navigate = useNavigate();
  const state: BasketRouteState = { basketId };
  const to = readSettings().paymentFlow === 'provider_form' ? paths.checkout() : paths.card();
  return () => navigate(to, { state });
};

/** Shows the old and the new price before anything is charged, and asks for confirmation: docs/PRODUCT.md#basket. */
export const PriceChanged = ({ basketId }: { basketId: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const locale = useAppSelector(selectLocale);
  const change = useAppSelector(selectPriceChange);
  const pay = usePay(basketId);
  if (!change) return null;
  const format = (amount: number) => formatPrice(amount, change.currency, locale);
  const close = () => dispatch(priceChangeAccepted());
  const accept = () => {
    close();
    pay();
  };
  const leave = () => {
    close();
    navigate(paths.packages());
  };
  const rows = [...change.items, { id: 'total', title: t('basket.total'), before: change.before, after: change.after }];
  return (
    <Modal
      open
      title={t('basket.priceChanged.title')}
      text={t('basket.priceChanged.text')}
      focusOn="[data-first]"
      onClose={close}
      foot={
        <>
          <Button data-first="" onClick={leave}>
            {t('basket.priceChanged.back')}
          </Button>
          <Button look="primary" onClick={accept}>
            {t('basket.priceChanged.accept', { price: format(change.after) })}
          </Button>
        </>
      }
    >
      <table className={styles.changed}>
        <thead>
          <tr>
            <T as="th" scope="col" id="basket.priceChanged.item" />
            <T as="th" scope="col" id="basket.priceChanged.before" />
            <T as="th" scope="col" id="basket.priceChanged.now" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, before, after }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td>
                <s>{format(before)}</s>
              </td>
              <td>
                <strong>{format(after)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
};
