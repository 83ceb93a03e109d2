import { MessagePage } from '../../ui/State';
import { useText } from '../../ui/text';

export const NotFoundPage = () => {
  const t = useText();
  return <MessagePage icon="search" title={t('notFound.title')} text={t('notFound.text')} />;
};
