import { selectHasPoster } from '../../domains/preferences';
import { isType, type SessionUser } from '../../domains/session';
import type { MessageId } from '../../lib/intl';
import { paths } from '../../lib/paths';
import { useAppSelector } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { T } from '../../ui/text';
import styles from './Today.module.css';

interface Step {
  key: 'profile' | 'job' | 'poster';
  to: string;
  action: MessageId;
  isDone: boolean;
}

/** What a new account can do until the first person applies. A step is gone when it is done. */
export const FirstSteps = ({ user }: { user: SessionUser }) => {
  const hasPoster = useAppSelector(selectHasPoster(user.id));
  if (!user.counts || user.counts.applications > 0) return null;
  const editsProfile = isType(user, 'company', 'root');
  const steps: Step[] = [
    {
      key: 'profile',
      to: paths.profileEdit(),
      action: 'today.start.profile.action',
      isDone: !editsProfile || (user.imageUrl !== null && user.about !== null),
    },
    { key: 'job', to: paths.jobCreate(), action: 'today.start.job', isDone: user.counts.jobs > 0 },
    { key: 'poster', to: paths.yourPage(), action: 'today.start.poster.action', isDone: hasPoster },
  ];
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>
        <T id="today.start.title" />
      </h2>
      <Card>
        <ol>
          {open.map(({ key, to, action }, at) => (
            <li key={key} className={styles.pile}>
              <span>
                <strong>
                  <T id={`today.start.${key}`} />
                </strong>
                <span className={styles.facts}>
                  <T id={`today.start.${key}.text`} />
                </span>
              </span>
              <ButtonLink small look={at === 0 ? 'primary' : 'secondary'} to={to}>
                <T id={action} />
              </ButtonLink>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  );
};
