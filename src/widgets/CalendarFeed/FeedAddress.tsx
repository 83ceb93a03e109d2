import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { FieldFrame } from '../../ui/FieldFrame';
import { T, useText } from '../../ui/text';
import buttons from '../../ui/Button.module.css';
import fields from '../../ui/Field.module.css';
import styles from './CalendarFeed.module.css';

/** The address of the feed, which is shown once, with the ways into a calendar. */
export const FeedAddress = ({ url }: { url: string }) => {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => input.current?.focus(), []);
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      // Without permission the user copies the selected address.
      input.current?.focus();
    }
  };
  return (
    <>
      <FieldFrame id={id} label={t('calendarFeed.address')} hint={t('calendarFeed.once')}>
        <input
          ref={input}
          id={id}
          className={fields.input}
          readOnly
          value={url}
          aria-describedby={`${id}-hint`}
          onFocus={({ target }) => target.select()}
        />
      </FieldFrame>
      <div className={styles.actions}>
        <Button look="primary" icon={isCopied ? 'check' : undefined} onClick={() => void handleCopy()}>
          {t(isCopied ? 'calendarFeed.copied' : 'calendarFeed.copy')}
        </Button>
        <a className={`${buttons.button} ${buttons.secondary}`} href={url.replace(/^https?:/, 'webcal:')}>
          <T id="calendarFeed.webcal" />
        </a>
      </div>
      <p className="visually-hidden" role="status">
        {isCopied && t('calendarFeed.copied')}
      </p>
    </>
  );
};
