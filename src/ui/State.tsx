import { createContext, use, type ReactNode } from 'react';
import { Button, ButtonLink } from './Button';
import { T, useHasText, useQuotaValues, useWait, type QuotaLike } from './text';
import type { MessageId } from '../lib/intl';
import { waitTextOf } from '../lib/texts';
import { Icon, type IconName } from './icons';
import { useOnlineAgain } from './useDelayed';
import styles from './State.module.css';
import { PageHeading } from './PageHeading';

/** Opens the preview of the support trace; null where there is no preview. */
export const SupportContext = createContext<(() => void) | null>(null);

/** A button beside an error that opens the preview of the support trace. */
export const SupportButton = () => {
  const open = use(SupportContext);
  return open && <Button look="quiet" onClick={open} textId="ui.support.save" />;
};

interface EmptyStateProps {
  icon: IconName;
  title: ReactNode;
  text?: ReactNode;
  /** The step that fills the list. */
  action?: ReactNode;
}

/** Says what an empty page will hold, with the step that fills it. */
export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <span className={styles.sign}>
      <Icon name={icon} size={28} />
    </span>
    <h2 className="size-20">{title}</h2>
    {text && <p className="soft">{text}</p>}
    {action && <div className="flex wrap in-middle gap-12 space-8">{action}</div>}
  </div>
);

/** The parts of a failure that the interface shows. */
export interface FailureLike {
  kind: 'network' | 'denied' | 'notFound' | 'invalid' | 'conflict' | 'limited' | 'unknown';
  key: string;
  requestId: string | null;
  retryAfter?: number;
  quota?: QuotaLike;
}

interface FailureTextProps {
  failure: FailureLike;
  /** The text for a refusal whose key has no text. */
  refused?: MessageId;
}

/** Returns the text of a failure: by its key if that key has a text, otherwise by its kind. */
export const failureTextOf = (
  { kind, key }: Pick<FailureLike, 'kind' | 'key'>,
  hasText: ReturnType<typeof useHasText>,
  refused?: MessageId,
): MessageId => {
  const byKey = `errors.keys.${key}`;
  const byKind = kind === 'invalid' && refused ? refused : (`errors.kinds.${kind}` as const);
  return kind !== 'network' && hasText(byKey) ? byKey : byKind;
};

/** Shows the sentence for a failure; after a rate limit it says how long to wait. */
export const FailureText = ({ failure, refused }: FailureTextProps) => {
  const { key, retryAfter, quota } = failure;
  const hasText = useHasText();
  const valuesOf = useQuotaValues();
  const waitOf = useWait();
  const waitText = waitTextOf(key);
  if (waitText && retryAfter !== undefined) return <T id={waitText} values={{ wait: waitOf(retryAfter) }} />;
  return <T id={failureTextOf(failure, hasText, refused)} values={quota && valuesOf(quota)} />;
};

/** Gives the focus of a removed element to the one around it. */
export const keepFocus = (removed: HTMLElement | null) => () => {
  if (removed?.contains(document.activeElement)) removed.closest<HTMLElement>('[tabindex]')?.focus();
};

interface RetryButtonProps {
  failure?: FailureLike;
  small?: boolean;
  onClick: () => void;
}

/** Repeats what failed, unless it does not exist. It disappears with the failure and keeps the focus near. */
export const RetryButton = ({ failure, ...rest }: RetryButtonProps) =>
  failure?.kind !== 'notFound' && <Button ref={keepFocus} {...rest} textId="ui.retry" />;

interface FailureLineProps {
  id: MessageId;
  failure: FailureLike;
  /** Whether the failed call only reads, so that it repeats by itself after a lost connection. */
  isRead?: boolean;
  onRetry: () => void;
}

export const FailureLine = ({ id, failure, isRead = false, onRetry }: FailureLineProps) => {
  useOnlineAgain(() => isRead && failure.kind === 'network' && onRetry());
  return (
    <p className="row wrap in-middle gap-8">
      <span role="alert">
        <T id={id} /> <FailureText failure={failure} />
      </span>
      <RetryButton failure={failure} small onClick={onRetry} />
    </p>
  );
};

/** Shown at the end of a list whose next rows could not load. */
export const MoreFailed = (props: { failure: FailureLike; onRetry: () => void }) => (
  <FailureLine isRead id="ui.more.failed" {...props} />
);

/**
 * Shows a failure with a retry button, and the request id and trace for support. After a lost connection it retries by
 * itself.
 */
export const ErrorState = ({ failure, onRetry }: { failure: FailureLike; onRetry?: () => void }) => {
  useOnlineAgain(() => failure.kind === 'network' && onRetry?.());
  return (
    <div className={styles.state} role="alert">
      <span className={styles.sign}>
        <Icon name={failure.kind === 'network' ? 'offline' : 'warning'} size={28} />
      </span>
      <T as="h2" className="size-20" id={failure.kind === 'network' ? 'ui.failed.offlineTitle' : 'ui.failed.title'} />
      <p className="soft">
        <FailureText failure={failure} />
      </p>
      <div className="flex wrap in-middle gap-12 space-8">
        {onRetry && <RetryButton failure={failure} onClick={onRetry} />}
        <SupportButton />
      </div>
      {failure.requestId && (
        <T
          as="p"
          className={styles.trace}
          id="ui.failed.requestId"
          values={{
            id: (
              <code key="id" translate="no">
                {failure.requestId}
              </code>
            ),
          }}
        />
      )}
    </div>
  );
};

interface MessagePageProps {
  icon: IconName;
  title: string;
  text: ReactNode;
  /** The next step; by default a link to the home page. */
  action?: ReactNode;
  /** The page reports a failure, so it offers to save the support trace. */
  failed?: boolean;
}

export const MessagePage = ({ icon, title, text, action, failed }: MessagePageProps) => (
  <div className={styles.page}>
    <div className={styles.state}>
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <PageHeading title={title} />
      <p className="soft">{text}</p>
      <div className="flex wrap in-middle gap-12 space-8">
        {action || <ButtonLink to="/" look="primary" textId="pages.home" />}
        {failed && <SupportButton />}
      </div>
    </div>
  </div>
);
