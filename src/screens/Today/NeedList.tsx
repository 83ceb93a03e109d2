import { useEffect, useRef, type RefObject, useCallback, useMemo } from 'react';
import { type NeedKind, NEED_KINDS } from '../../../contract/rules/need';
import type { NeedsPayload } from '../../../contract/schemas/today';
import { fullName } from '../../../contract/constants/text';
import {
  type TodayGroups,
  type TodayGroup,
  moreRequested,
  selectToday,
  selectIsTodayPending,
  snoozeSubmitted,
  type NeedRow as Row,
} from '../../domains/today';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { Button, ButtonLink } from '../../ui/Button';
import { Amount, T, Name, useText } from '../../ui/text';
import { ListEnd } from '../../ui/ListEnd';
import { Card } from '../../ui/LoadState';
import { PersonAvatar } from '../../ui/Avatar';
import { Link } from '../../ui/router';
import { cardAt, focusWhenFound, useCardKeys } from '../../widgets/ApplicationList/useCardKeys';
import { NeedRow, atText } from './NeedRow';
import { useReturnPlace, usePreload, useNeedLink } from './useReturnPlace';
import styles from './Today.module.css';

/** Returns how many rows of a kind wait, with those that are not loaded yet and without those put off. */
export const countIn =
  ({ groups, later }: TodayGroups, counts: NeedsPayload['counts'] | null, isWhole: boolean) =>
  (kind: NeedKind): number => {
    const rows = groups.find((group) => group.kind === kind)?.rows.length ?? 0;
    const putOff = later.filter(({ need }) => need.kind === kind).length;
    return isWhole || !counts ? rows : Math.max(rows, counts[kind] - putOff);
  };

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

/** How many rows of each kind wait; each number leads to its group, or to the list while the group is not loaded. */
export const Kinds = ({ groups, countOf, branchId }: KindsProps) => {
  const kinds = NEED_KINDS.filter((kind) => countOf(kind) > 0);
  if (kinds.length < MIN_KINDS) return null;
  const branch = branchId === null ? {} : { branchId };
  return (
    <ul className="chip-line space-12">
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

interface Place {
  element: Element;
  /** The row with the focus; undefined for one that was put off. */
  id: number | undefined;
  index: number;
}

/**
 * Moves the focus to the row that takes the place of the focused one when that leaves its group, so that the keys go
 * on; to the heading when no row takes its place.
 */
const useKeptPlace = (
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  ids: readonly number[],
) => {
  const focused = useRef<Place | null>(null);
  const known = useRef(ids);
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      focused.current = { element: target, id: known.current[index], index };
    };
    current.addEventListener('focusin', handleFocus);
    return () => current.removeEventListener('focusin', handleFocus);
  }, [list]);
  useEffect(() => {
    known.current = ids;
    const place = focused.current;
    const { current } = list;
    if (!place || !current) return;
    if (place.element.isConnected) {
      // Rows before it may have left.
      if (place.id !== undefined && ids.includes(place.id)) place.index = ids.indexOf(place.id);
      return;
    }
    if (document.activeElement !== document.body) return;
    if (place.id !== undefined && ids.length > 0)
      focusWhenFound(() => cardAt(current, Math.min(place.index, ids.length - 1)));
    else heading.current?.focus();
    if (document.activeElement === heading.current) focused.current = null;
  }, [list, heading, ids]);
};

/** A row that the user put off, with a button that brings it back. */
const LaterRow = ({ row, now }: { row: Row; now: number }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const link = useNeedLink(row);
  const isPending = useAppSelector(selectIsTodayPending(row.id));
  const { id, need, user } = row;
  const name = fullName(user);
  const until = need.snoozedUntil ?? need.at;
  return (
    <li className={styles.row}>
      <PersonAvatar user={user} size={44} lazy />
      <span className={styles.who}>
        <Link className={styles.name} {...link}>
          <Name>{name}</Name>
        </Link>
        <span className={styles.facts}>
          <T id={`today.group.${need.kind}`} />
          <time dateTime={until}>{atText(t, until, now)}</time>
        </span>
      </span>
      <span className={styles.actions}>
        <Button
          small
          busy={isPending}
          aria-label={t('agenda.of', { action: t('today.later.back'), name })}
          onClick={() => dispatch(snoozeSubmitted({ applicationId: id, name, until: null }))}
          textId="today.later.back"
        />
      </span>
    </li>
  );
};

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
        <T id={`today.group.${kind}`} />{' '}
        <Badge tone={isDue ? 'action' : 'neutral'}>
          <Amount value={count} />
        </Badge>
      </h2>
      <Card>
        {partsOf(group).map(({ part, rows: shown }) => (
          <div key={part}>
            {part && <T as="h3" className={styles.part} id={`today.decide.${part}`} />}
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
            <T id="today.later.title" />{' '}
            <Badge>
              <Amount value={later.length} />
            </Badge>
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
