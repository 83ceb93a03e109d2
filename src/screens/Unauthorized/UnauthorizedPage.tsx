import { MessagePage } from '../../ui/MessagePage';
import { useText } from '../../ui/text';

/** The account's level or type is too low for the page. */
export const UnauthorizedPage = () => {
  const t = useText();
  return <MessagePage icon="lock" title={t('unauthorized.title')} text={t('unauthorized.text')} />;
};
