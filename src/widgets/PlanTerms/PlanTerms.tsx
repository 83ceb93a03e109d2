import { dayAt } from '../../../contract/zone';
import { dayText } from '../../../contract/constants/text';
import { renewalDay, type SubscriptionPlan } from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { readSettings } from '../../lib/settings';
import { useAppSelector } from '../../store/hooks';
import { T } from '../../ui/text';
import { useNowEach } from '../../ui/ticker';

interface PlanTermsProps {
  plan: SubscriptionPlan;
  className?: string;
}

/** Shows a plan's price per period and its renewal date if the user pays today, in the marketplace's calendar. */
export const PlanTerms = ({ plan, className }: PlanTermsProps) => {
  const locale = useAppSelector(selectLocale);
  const { price, currency, period, interval } = plan;
  const date = dayText(renewalDay(dayAt(useNowEach(60), readSettings().timeZone), plan));
  return (
    <p className={className}>
      <T
        id={`payment.terms.${period}`}
        values={{ price: formatPrice(price, currency, locale), count: interval, date }}
      />
    </p>
  );
};
