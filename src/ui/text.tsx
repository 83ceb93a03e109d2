import { memo, useCallback, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '../lib/intl';

export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;

/** Returns a function that turns a message id and its values into text in the current language. */
export const useText = () => {
  const intl = useIntl();
  return useCallback((id: MessageId, values?: TextValues): string => intl.formatMessage({ id }, values), [intl]);
};

/** Returns a function that is true if a text exists for an id built from data, such as a server error key. */
export const useHasText = () => {
  const { messages } = useIntl();
  return useCallback((id: string): id is MessageId => id in messages, [messages]);
};

/** Renders a text; `values` may hold elements. */
export const T = memo(({ id, values }: { id: MessageId; values?: Record<string, ReactNode> }) => (
  <FormattedMessage id={id} values={values} />
));
T.displayName = 'T';
