import { useLocation } from 'react-router-dom';
import { MessagePage } from '../../ui/State';
import { useText } from '../../ui/text';

const OWNER_TEXTS = {
  hr: 'unauthorized.who.hr',
  company: 'unauthorized.who.company',
  owner: 'unauthorized.who.owner',
} as const;

/** The roles that may open a restricted page. */
export type PageOwner = keyof typeof OWNER_TEXTS;

const isOwner = (who: unknown): who is PageOwner => typeof who === 'string' && Object.hasOwn(OWNER_TEXTS, who);

/** Says that the account's level or type is too low for a page. */
export const UnauthorizedPage = () => {
  const t = useText();
  const { who } = (useLocation().state ?? {}) as { who?: unknown };
  return (
    <MessagePage
      icon="lock"
      title={t('unauthorized.title')}
      text={t(isOwner(who) ? OWNER_TEXTS[who] : 'unauthorized.text')}
    />
  );
};
