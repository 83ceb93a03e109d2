import { useCallback, useEffect, useRef, useState } from 'react';
import {
  feedClosed,
  feedCreationSubmitted,
  feedOpened,
  feedRemovalSubmitted,
  selectCalendarFeed,
  type CalendarFeed,
} from '../../domains/appointments';
import { formatDay } from '../../lib/dates';
import { useAppDispatch, useFields } from '../../store/hooks';
import { CopyField } from '../../ui/CopyField';
import { T, useText } from '../../ui/text';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { ConfirmDialog, Modal } from '../../ui/Modal';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import buttons from '../../ui/Button.module.css';
import styles from './CalendarFeedDialog.module.css';

/** The address of the feed, which is shown once, with the ways into a calendar. */
const FeedAddress = ({ url }: { url: string }) => {
  const t = useText();
  return (
    <CopyField label={t('calendarFeed.address')} hint={t('calendarFeed.once')} value={url} look="primary" takesFocus>
      <a className={`${buttons.button} ${buttons.secondary}`} href={url.replace(/^https?:/, 'webcal:')}>
        <T id="calendarFeed.webcal" />
      </a>
    </CopyField>
  );
};

type Question = 'renew' | 'stop';

const Known = ({ feed, isStopped }: { feed: CalendarFeed | null; isStopped: boolean }) => {
  if (feed) return <T as="p" id="calendarFeed.exists" values={{ date: formatDay(feed.createdAt) }} />;
  return isStopped ? <T as="p" role="status" id="calendarFeed.stopped" /> : null;
};

/** Makes, renews and stops the address with which a calendar program follows the appointments. */
export const CalendarFeedDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const box = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { feed, creation, removal } = useFields(selectCalendarFeed, 'feed', 'creation', 'removal');
  const open = useCallback(() => void dispatch(feedOpened()), [dispatch]);
  useEffect(() => {
    open();
    // The address must not stay in the store.
    return () => void dispatch(feedClosed());
  }, [open, dispatch]);
  const known = feed.status === 'loaded' ? feed.data : null;
  useFocusAfterLoss(box, feed.status === 'loaded' ? Number(known !== null) : null);
  const refused = [creation, removal].find(({ status }) => status === 'failed');
  const failure = refused?.status === 'failed' && refused.error.status !== 401 ? refused.error : null;
  const isCreating = creation.status === 'loading';
  const isRemoving = removal.status === 'loading';
  const submit = (change: Question) => {
    setQuestion(null);
    dispatch(change === 'renew' ? feedCreationSubmitted() : feedRemovalSubmitted());
  };
  return (
    <>
      <Modal open title={t('calendarFeed.title')} text={t('calendarFeed.text')} onClose={onClose}>
        <div ref={box} tabIndex={-1} className={styles.feed}>
          <T as="p" className="hint" id="calendarFeed.google" />
          <LoadState load={feed} skeleton={<Skeleton width="100%" height={44} />} onRetry={open}>
            <FormFailure failure={failure} />
            {creation.status === 'loaded' ? (
              <FeedAddress url={creation.data.secretUrl} />
            ) : (
              <Known feed={known} isStopped={removal.status === 'loaded'} />
            )}
            <div className={styles.actions}>
              {known ? (
                <>
                  {creation.status !== 'loaded' && (
                    <Button key="renew" busy={isCreating} onClick={() => setQuestion('renew')}>
                      {t('calendarFeed.renew')}
                    </Button>
                  )}
                  <Button busy={isRemoving} onClick={() => setQuestion('stop')}>
                    {t('calendarFeed.stop')}
                  </Button>
                </>
              ) : (
                <Button key="create" look="primary" busy={isCreating} onClick={() => dispatch(feedCreationSubmitted())}>
                  {t('calendarFeed.create')}
                </Button>
              )}
            </div>
          </LoadState>
        </div>
      </Modal>
      {question && (
        <ConfirmDialog
          open
          title={t(`calendarFeed.${question}.title`)}
          text={t('calendarFeed.ends')}
          action={t(`calendarFeed.${question}`)}
          onConfirm={() => submit(question)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </>
  );
};
