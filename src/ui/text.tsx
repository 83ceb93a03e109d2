import { memo, type AllHTMLAttributes, type ReactNode, useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../lib/intl';
import { dateLocaleFor } from '../lib/settings';

export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates values in a right-to-left script, which would otherwise reorder the words and numbers beside them. */
const isolated = <V,>(values: Record<string, V> | undefined): Record<string, V | string> | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );

/** Returns a function that turns a message id and its values into text in the current language. */
export const useText = () => {
  const intl = useIntl();
  return useCallback(
    (id: MessageId, values?: TextValues): string => intl.formatMessage({ id }, isolated(values)),
    [intl],
  );
};

/** Returns a function that is true if a text exists for an id built from data, such as a server error key. */
export const useHasText = () => {
  const { messages } = useIntl();
  return useCallback((id: string): id is MessageId => id in messages, [messages]);
};

interface TProps extends Omit<AllHTMLAttributes<HTMLElement>, 'id' | 'as' | 'children'> {
  /** The element around the text; a span by default. */
  as?: 'p' | 'h2' | 'h3' | 'th' | 'strong' | 'caption' | 'time' | 'summary' | 'figcaption' | 'legend' | 'dd' | 'dt';
  id: MessageId;
  /** The values may be elements. */
  values?: Record<string, ReactNode>;
}

/**
 * Renders a text, and each part of it between elements, in an element of its own, so that React finds them again after
 * a browser has translated the page.
 */
export const T = memo(({ as: Tag = 'span' as 'p', id, values, ...rest }: TProps) => {
  const parts = useIntl().formatMessage({ id }, isolated(values)) as ReactNode;
  return (
    <Tag {...rest}>
      {Array.isArray(parts)
        ? parts.map((part: ReactNode, at) => (typeof part === 'string' ? <span key={at}>{part}</span> : part))
        : parts}
    </Tag>
  );
});
T.displayName = 'T';

export const Amount = ({ value }: { value: number }) => <span>{useIntl().formatNumber(value)}</span>;

interface NameProps {
  className?: string | undefined;
  /** The full text of a truncated name. */
  title?: string | undefined;
  children: ReactNode;
}

/**
 * Renders a name, a code or an address, which no browser may translate. Its direction does not mix with that of the texts
 * beside it.
 */
export const Name = ({ className, title, children }: NameProps) => (
  <span translate="no" dir="auto" className={className} title={title}>
    {children}
  </span>
);

export const NameAge = ({ name, age }: { name: string; age: number | null }) =>
  age === null ? (
    <Name>{name}</Name>
  ) : (
    <T id="applications.card.nameAge" values={{ name: <Name key="name">{name}</Name>, age }} />
  );

/** A used-up quota: its size, and the seconds until the next request is allowed. */
export interface QuotaLike {
  limit: number;
  retryAfter: number;
}

const MINUTE = 60;
const HOUR = 3600;

/** Returns a function that turns seconds into a wait such as "in 3 hours". */
export const useWait = () => {
  const { formatRelativeTime } = useIntl();
  return useCallback(
    (seconds: number): string =>
      seconds <= 1.5 * HOUR
        ? formatRelativeTime(Math.ceil(seconds / MINUTE), 'minute')
        : formatRelativeTime(Math.ceil(seconds / HOUR), 'hour'),
    [formatRelativeTime],
  );
};

/** Returns a function that gives the values of a quota's text: its size and the wait. */
export const useQuotaValues = () => {
  const waitOf = useWait();
  return useCallback(
    ({ limit, retryAfter }: QuotaLike): { limit: number; wait: string } => ({ limit, wait: waitOf(retryAfter) }),
    [waitOf],
  );
};

/** Returns the locale of weekdays and months; a setting of the server chooses it. */
export const useDateLocale = (): string => dateLocaleFor(useIntl().locale);
