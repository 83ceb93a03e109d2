import { useEffect, useId, useRef } from 'react';
import { STAGES, stagesIn, type StageKey } from '../../../contract/constants/statuses';
import { decisionOf, selectApplications } from '../../domains/applications';
import { useFields } from '../../store/hooks';
import { NO_TIME } from '../../ui/StageBadge';
import { Amount, T } from '../../ui/text';
import styles from './StageBar.module.css';
import type { ApplicationsAddress } from './useApplicationsAddress';

/** The stages of each choice: all, then one after the other. People who started also count as hired. */
const CHOICES: readonly (readonly StageKey[])[] = [
  [],
  ['new'],
  ['shortlisted'],
  ['invited'],
  ['accepted'],
  ['came'],
  ['missed'],
  ['offered'],
  ['hired', 'started'],
  ['declined'],
  ['withdrew'],
];

/** Stages that the bar leaves out while nobody is in them. */
const RARE: readonly StageKey[] = ['missed', 'withdrew'];

const isRejected = (key: StageKey | undefined): boolean => key === 'declined' || key === 'withdrew';

/** The stages of the list of all applications. */
const OPEN = STAGES.filter((key) => !isRejected(key));

/** The width in pixels over which the end of the line fades out. */
const FADE = 24;

/**
 * Scrolls the line of the stages sideways until the chosen one is in sight; to its start, where a phone has the tabs,
 * without a chosen one. The page stays where it is.
 */
const showChosen = (bar: HTMLElement, isChosen: boolean) => {
  const line = [bar, bar.parentElement].find((one) => one !== null && one.scrollWidth > one.clientWidth);
  if (!line) return;
  if (!isChosen) line.scrollLeft = 0;
  const stage = isChosen && bar.querySelector('[data-state="active"]')?.getBoundingClientRect();
  if (!stage) return;
  const { left, right } = line.getBoundingClientRect();
  line.scrollLeft += Math.max(stage.right + FADE - right, 0) + Math.min(stage.left - left, 0);
};

/**
 * The stages above the list with their counts; the user chooses one or all. Declined and
 * withdrawn applications have lists of their own.
 */
export const StageBar = ({ address }: { address: ApplicationsAddress }) => {
  const { tab, filters, goToStage } = address;
  const { stages } = useFields(selectApplications, 'stages');
  const name = useId();
  const bar = useRef<HTMLFieldSetElement>(null);
  const listed = decisionOf(address) === 'declined' ? 'declined' : filters.stage;
  const chosen = tab === 'shortListed' && listed === null ? null : (listed ?? '');
  useEffect(() => {
    if (bar.current) showChosen(bar.current, Boolean(chosen));
  }, [chosen, stages.status]);
  const countOf = (keys: readonly StageKey[]): number | null =>
    stages.status === 'loaded' ? keys.reduce((sum, key) => sum + stages.data[key], 0) : null;
  const shown = CHOICES.filter(
    ([first, ...more]) =>
      !first || !RARE.includes(first) || (countOf([first, ...more]) ?? 0) > 0 || stagesIn(chosen ?? '').includes(first),
  );
  const handleChange = (value: string) => {
    if (value === 'declined') goToStage(null, 'declined');
    else goToStage(value || null, value === 'withdrew' ? 'declined' : 'all');
  };
  const option = (keys: readonly StageKey[]) => {
    const [first] = keys;
    const value = keys.join(',');
    const count = countOf(first ? keys : OPEN);
    const isChosen = value === chosen;
    return (
      <label key={value} className={styles.stage} data-state={isChosen ? 'active' : undefined}>
        <input
          type="radio"
          className="visually-hidden"
          name={name}
          checked={isChosen}
          onChange={() => handleChange(value)}
        />
        {first ? <T id={`stage.${first}`} values={NO_TIME} /> : <T id="applications.stages.all" />}
        {count !== null && (
          <span className={styles.count}>
            <Amount value={count} />
          </span>
        )}
      </label>
    );
  };
  return (
    <fieldset ref={bar} className={styles.bar}>
      <T as="legend" className="visually-hidden" id="applications.stages.label" />
      {shown.filter(([first]) => !isRejected(first)).map(option)}
      <span className={styles.apart}>{shown.filter(([first]) => isRejected(first)).map(option)}</span>
    </fieldset>
  );
};
