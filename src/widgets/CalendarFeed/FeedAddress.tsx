import { CopyField } from '../../ui/CopyField';
import { T, useText } from '../../ui/text';
import buttons from '../../ui/Button.module.css';

/** The address of the feed, which is shown once, with the ways into a calendar. */
export const FeedAddress = ({ url }: { url: string }) => {
  const t = useText();
  return (
    <CopyField label={t('calendarFeed.address')} hint={t('calendarFeed.once')} value={url} look="primary" takesFocus>
      <a className={`${buttons.button} ${buttons.secondary}`} href={url.replace(/^https?:/, 'webcal:')}>
        <T id="calendarFeed.webcal" />
      </a>
    </CopyField>
  );
};
