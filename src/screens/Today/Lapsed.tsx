import type { NeedsPayload } from '../../../contract/schemas/today';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/Button';
import { T } from '../../ui/text';
import { Card } from '../../ui/Page';
import styles from './Today.module.css';

const KINDS = ['decide', 'invite'] as const;

interface LapsedProps {
  lapsed: NeedsPayload['lapsed'];
  branchId: number | null;
}

/** What waited too long: a pile at the end, whose link leads to exactly those, to decide about them together. */
export const Lapsed = ({ lapsed, branchId }: LapsedProps) => {
  const shown = KINDS.filter((kind) => lapsed[kind] > 0);
  if (shown.length === 0) return null;
  const branch = branchId === null ? {} : { branchId };
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>
        <T id="today.lapsed.title" />
      </h2>
      <Card>
        <ul>
          {shown.map((kind) => (
            <li key={kind} className={styles.pile}>
              <T id={`today.lapsed.${kind}`} values={{ count: lapsed[kind] }} />
              <ButtonLink small to={paths.applications({ need: kind, needState: 'lapsed', ...branch })}>
                <T id={`today.lapsed.${kind}.action`} />
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};
