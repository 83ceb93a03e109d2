import { useEffect } from 'react';
import { dataOr } from '../../domains/kit/loadable';
import { openCountRequested, selectPrivacy } from '../../domains/privacy';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/Button';
import { T, useText } from '../../ui/text';

/** Leads to privacy and says how many requests are open. */
export const PrivacyLink = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const count = dataOr(useFields(selectPrivacy, 'openCount').openCount, 0);
  useEffect(() => void dispatch(openCountRequested()), [dispatch]);
  return (
    <ButtonLink to={paths.privacy()} icon="lock" small>
      <span>{t('privacy.title')}</span>
      {count > 0 && (
        <Badge tone="action">
          <T id="privacy.open" values={{ count }} />
        </Badge>
      )}
    </ButtonLink>
  );
};
