import { selectArrivals } from '../../domains/applications';
import { useAppSelector } from '../../store/hooks';
import { LinkButton } from '../../ui/LinkButton';
import { T } from '../../ui/text';

/** Returns how many applications arrived since the list was loaded; null for an unknown number. */
export const useArrivalCount = (): number | null =>
  useAppSelector((state) => {
    const { ids, isCountUnknown } = selectArrivals(state);
    return isCountUnknown ? null : ids.length;
  });

/** Says that new applications have arrived, which the list shows only when the user asks for them. */
export const Arrivals = ({ count, onShow }: { count: number | null; onShow: () => void }) => (
  <>
    {count === null ? <T id="applications.arrivals.some" /> : <T id="applications.arrivals.count" values={{ count }} />}
    <span> · </span>
    <LinkButton onClick={onShow}>
      <T id="applications.arrivals.show" />
    </LinkButton>
  </>
);
