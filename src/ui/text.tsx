import { memo, useCallback, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '../lib/intl';

/** Values of an ICU message. */
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;

/** A function from a message id (and its values) to the text in the language of the interface. */
export const useText = () => {
  const intl = useIntl();
  return useCallback((id: MessageId, values?: TextValues): string => intl.formatMessage({ id }, values), [intl]);
};

/** True when a text exists for an id that was put together from data, such as an error key of the server. */
export const useHasText = () => {
  const { messages } = useIntl();
  return useCallback((id: string): id is MessageId => id in messages, [messages]);
};

/** A text; `values` may hold elements. */
export const T = memo(({ id, values }: { id: MessageId; values?: Record<string, ReactNode> }) => (
  <FormattedMessage id={id} values={values} />
));
T.displayName = 'T';
