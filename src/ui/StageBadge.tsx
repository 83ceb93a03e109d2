import { useState } from 'react';
import type { StageKey } from '../../contract/constants/statuses';
import { shortWhen } from '../lib/dates';
import { serverNow } from '../lib/serverClock';
import { Badge, type Tone } from './Badge';
import { T, useDateLocale } from './text';

/** Grey marks the stages of ended applications. */
const TONES: Record<StageKey, Tone> = {
  new: 'accent',
  shortlisted: 'accent',
  invited: 'warning',
  accepted: 'success',
  came: 'success',
  offered: 'accent',
  hired: 'success',
  started: 'success',
  declined: 'neutral',
  withdrew: 'neutral',
  missed: 'neutral',
};

/** The values for a stage's text without its time. */
export const NO_TIME = { time: 'none', isPast: false };

interface StageBadgeProps {
  /** `at` is an ISO time. A server of the previous release sends no stage. */
  stage: { key: StageKey; at: string | null } | undefined;
  /** Nobody has opened the application. */
  isUnseen?: boolean;
}

/** How far an application has come, in the same word and colour everywhere: docs/PRODUCT.md#stage. */
export const StageBadge = ({ stage, isUnseen = false }: StageBadgeProps) => {
  const locale = useDateLocale();
  const [now] = useState(serverNow);
  if (!stage) return null;
  const { key, at } = stage;
  const values = at
    ? { time: shortWhen(at, now, { locale, isDay: key === 'hired' }), isPast: Date.parse(at) < now }
    : NO_TIME;
  return (
    <Badge tone={TONES[key]} dot={isUnseen}>
      <T className="shrinks ellipsis" id={`stage.${key}`} values={values} />
      {isUnseen && <T className="visually-hidden" id="applications.card.unseen" />}
    </Badge>
  );
};
