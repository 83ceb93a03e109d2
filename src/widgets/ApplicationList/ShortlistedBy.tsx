import { useIntl } from 'react-intl';
import type { ApplicationRow } from '../../domains/applications';
import { Badge } from '../../ui/Badge';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import { useNameCutter } from './BranchName';
import cardTextStyles from './CardText.module.css';

/** Names the first other branch that shortlisted the applicant beside a star, and counts the rest. */
export const ShortlistedBy = ({ names }: { names: ApplicationRow['shortListedBy'] }) => {
  const t = useText();
  const intl = useIntl();
  const cutName = useNameCutter();
  const [name, ...rest] = names;
  if (name === undefined) return null;
  const all = intl.formatList(names, { type: 'conjunction' });
  const title = t('applications.card.byAnotherTitle', { names: all });
  return (
    <span className={cardTextStyles.by} title={title}>
      <Badge>
        <Icon name="star" size={14} />
        <span className="visually-hidden">{title}</span>
        <span className={cardTextStyles.cut} translate="no" aria-hidden="true">
          {t('applications.card.byAnother', { name: cutName(name), more: rest.length })}
        </span>
      </Badge>
    </span>
  );
};
