import { useLocation } from 'react-router-dom';
import { MessagePage } from '../../ui/MessagePage';
import { useText } from '../../ui/text';

/** Who has the page, by the types or the level that its route asks for (src/app/routes.tsx). */
const WHO = {
  hr_account: 'unauthorized.who.hr',
  company: 'unauthorized.who.company',
  'company,root': 'unauthorized.who.owner',
} as const;

const isWho = (who: unknown): who is keyof typeof WHO => typeof who === 'string' && Object.hasOwn(WHO, who);

/** The account's level or type is too low for the page. */
export const UnauthorizedPage = () => {
  const t = useText();
  const { who } = (useLocation().state ?? {}) as { who?: unknown };
  return (
    <MessagePage icon="lock" title={t('unauthorized.title')} text={t(isWho(who) ? WHO[who] : 'unauthorized.text')} />
  );
};
