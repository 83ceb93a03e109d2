import { NEED_KINDS, type NeedKind } from '../../../contract/constants/need';
import type { TodayGroup } from '../../domains/today';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/Badge';
import { Button, ButtonLink } from '../../ui/Button';
import { T } from '../../ui/text';
import styles from './Today.module.css';

/** With fewer kinds than this, all groups fit on the page. */
const MIN_KINDS = 3;

interface KindsProps {
  groups: readonly TodayGroup[];
  countOf: (kind: NeedKind) => number;
  branchId: number | null;
}

const showGroup = (kind: NeedKind) => {
  const title = document.getElementById(`need-${kind}`);
  title?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
};

/** How much of each kind waits; each number leads to its group, or to the list while the group is not loaded. */
export const Kinds = ({ groups, countOf, branchId }: KindsProps) => {
  const kinds = NEED_KINDS.filter((kind) => countOf(kind) > 0);
  if (kinds.length < MIN_KINDS) return null;
  const branch = branchId === null ? {} : { branchId };
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => {
        const label = (
          <>
            <T id={`today.group.${kind}`} /> <Badge>{countOf(kind)}</Badge>
          </>
        );
        return (
          <li key={kind}>
            {groups.some((group) => group.kind === kind) ? (
              <Button small onClick={() => showGroup(kind)}>
                {label}
              </Button>
            ) : (
              <ButtonLink small to={paths.applications({ need: kind, ...branch })}>
                {label}
              </ButtonLink>
            )}
          </li>
        );
      })}
    </ul>
  );
};
