import { MessagePage } from '../../ui/MessagePage';
import { useText } from '../../ui/text';

/** A page of the product that this version does not have yet. */
export const NotAvailablePage = () => {
  const t = useText();
  return <MessagePage icon="briefcase" title={t('notAvailable.title')} text={t('notAvailable.text')} />;
};
