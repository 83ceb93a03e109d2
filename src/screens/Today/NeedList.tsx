import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { NeedKind } from '../../../contract/constants/need';
import { moreRequested, selectToday, type TodayGroup, type TodayGroups } from '../../domains/today';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { ListEnd } from '../../ui/ListEnd';
import { Card } from '../../ui/Page';
import { T } from '../../ui/text';
import { useCardKeys } from '../../widgets/ApplicationList/useCardKeys';
import { NeedRow } from './NeedRow';
import { LaterRow } from './LaterRow';
import { useKeptPlace } from './useKeptPlace';
import { useReturnPlace } from './useReturnPlace';
import { usePreload } from './usePreload';
import styles from './Today.module.css';

const NEAR_END = 600;

interface NeedListProps {
  groups: TodayGroups;
  countOf: (kind: NeedKind) => number;
  /** Takes the focus when no row takes the place of the last one. */
  heading: RefObject<HTMLElement | null>;
  /** Ms since 1970. */
  now: number;
}

interface GroupProps {
  group: TodayGroup;
  /** All of this kind, with those that are not loaded yet. */
  count: number;
  /** The place of the group's first row on the page. */
  first: number;
  now: number;
}

/** Splits decisions into those due within hours and later ones; other kinds have too few rows. */
const partsOf = ({ kind, rows }: TodayGroup) => {
  if (kind !== 'decide') return [{ part: null, rows }];
  const due = rows.filter(({ state }) => state === 'due');
  const later = rows.filter(({ state }) => state !== 'due');
  return [
    { part: 'soon' as const, rows: due },
    { part: 'later' as const, rows: later },
  ].filter((part) => part.rows.length > 0);
};

const Group = ({ group, count, first, now }: GroupProps) => {
  const { kind, rows } = group;
  const titleId = `need-${kind}`;
  const isDue = rows.some(({ state }) => state === 'due');
  let index = first;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        <T id={`today.group.${kind}`} /> <Badge tone={isDue ? 'action' : 'neutral'}>{count}</Badge>
      </h2>
      <Card>
        {partsOf(group).map(({ part, rows: shown }) => (
          <div key={part}>
            {part && (
              <h3 className={styles.part}>
                <T id={`today.decide.${part}`} />
              </h3>
            )}
            <ul>
              {shown.map((one) => (
                <NeedRow key={one.row.id} view={one} index={index++} now={now} />
              ))}
            </ul>
          </div>
        ))}
      </Card>
    </section>
  );
};

/** The rows that wait, in groups with one verb each, and those that the user put off. */
export const NeedList = ({ groups: { groups, later }, countOf, heading, now }: NeedListProps) => {
  const dispatch = useAppDispatch();
  const list = useRef<HTMLDivElement>(null);
  const { more, next } = useFields(selectToday, 'more', 'next');
  const ids = useMemo(() => groups.flatMap(({ rows }) => rows.map(({ row }) => row.id)), [groups]);
  const scrollTo = (index: number) => {
    list.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useCardKeys(list, { count: ids.length, isOn: true, goesOn: true, scrollTo });
  useReturnPlace(ids);
  useKeptPlace(list, heading, ids);
  usePreload(list, ids);
  const handleMore = useCallback(() => void dispatch(moreRequested()), [dispatch]);
  const firstOf = (at: number): number => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div ref={list}>
      {groups.map((group, at) => (
        <Group key={group.kind} group={group} count={countOf(group.kind)} first={firstOf(at)} now={now} />
      ))}
      <ListEnd more={more} hasMore={next !== null} distance={NEAR_END} onMore={handleMore} />
      {later.length > 0 && (
        <section className={styles.group}>
          <h2 className={styles.title}>
            <T id="today.later.title" /> <Badge>{later.length}</Badge>
          </h2>
          <Card>
            <ul>
              {later.map((row) => (
                <LaterRow key={row.id} row={row} now={now} />
              ))}
            </ul>
          </Card>
        </section>
      )}
    </div>
  );
};
