import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { isSameBody, purchaseRequested, selectPurchase, type ItemBody } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useFields } from '../../store/hooks';

/**
 * Adds an item to the basket and opens the basket. If the provider's own form takes the card, a package goes straight
 * to that form (docs/PRODUCT.md#checkout); a plan always goes through the basket.
 */
export const usePurchase = () => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { purchase, chosen } = useFields(selectPurchase, 'purchase', 'chosen');
  const buy = useCallback(
    (body: ItemBody) => {
      if (readSettings().paymentFlow === 'provider_form' && 'productId' in body)
        void navigate(paths.checkout(), { state: { packageId: body.productId } });
      else dispatch(purchaseRequested(body));
    },
    [dispatch, navigate],
  );
  const isBuying = (body: ItemBody) => purchase.status === 'loading' && chosen !== null && isSameBody(chosen, body);
  return { buy, isBuying };
};
