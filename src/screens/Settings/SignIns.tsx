import { useState, useEffect, type RefObject } from 'react';
import {
  othersEndRequested,
  selectSignIns,
  signInEndRequested,
  signInsRequested,
  type UserSession,
} from '../../domains/profile';
import { formatDay, formatTime } from '../../lib/dates';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/Modal';
import { T, useText, Name } from '../../ui/text';
import { Badge } from '../../ui/Badge';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { cx } from '../../ui/cx';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import styles from './Settings.module.css';

/** Formats an instant (ISO) as `DD/MM/YYYY HH:mm` in the marketplace's zone. */
export const formatMoment = (iso: string): string => `${formatDay(iso)} ${formatTime(iso)}`;

const EndOthers = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { endingOthers } = useFields(selectSignIns, 'endingOthers');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.endOthers}>
      {endingOthers.status === 'failed' && (
        <T as="p" className="alarming" role="alert" id="profile.signIns.othersFailed" />
      )}
      <Button small busy={endingOthers.status === 'loading'} onClick={() => setIsAsking(true)}>
        {t('profile.signIns.endOthers')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('profile.signIns.endOthersTitle')}
        text={t('profile.signIns.endOthersText')}
        action={t('profile.signIns.endOthers')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          dispatch(othersEndRequested());
          setIsAsking(false);
        }}
      />
    </div>
  );
};

interface SignInProps {
  signIn: UserSession;
  isEnding: boolean;
  hasFailed: boolean;
  onEnd: () => void;
}

const SignIn = ({ signIn, isEnding, hasFailed, onEnd }: SignInProps) => {
  const t = useText();
  const { device, address, createdAt, lastSeenAt, isCurrent } = signIn;
  const name = device ?? t('profile.signIns.unknown');
  return (
    <li className={styles.signIn}>
      <div className="stack shrinks size-14 breaks">
        <span className="row wrap gap-8 size-16 strong">
          <span>{name}</span>
          {isCurrent && (
            <Badge tone="success">
              <T id="profile.signIns.current" />
            </Badge>
          )}
        </span>
        <span className="soft">{t('profile.signIns.seen', { seen: formatMoment(lastSeenAt) })}</span>
        <span className="soft">{t('profile.signIns.since', { since: formatMoment(createdAt) })}</span>
        {address && <Name className="soft">{address}</Name>}
        {hasFailed && <T className="alarming" role="alert" id="profile.signIns.endFailed" />}
      </div>
      {!isCurrent && (
        <Button small busy={isEnding} aria-label={t('profile.signIns.endNamed', { device: name })} onClick={onEnd}>
          {t('profile.signIns.end')}
        </Button>
      )}
    </li>
  );
};

const SignInSkeleton = () => (
  <div className={cx(styles.signIn, styles.skeleton)}>
    <Skeleton width="40%" height={16} />
    <Skeleton width="60%" />
    <Skeleton width="50%" />
  </div>
);

/** The user's sessions, each with a button that ends it. */
export const SignIns = ({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { list, ending } = useFields(selectSignIns, 'list', 'ending');
  const [chosen, setChosen] = useState<UserSession | null>(null);
  const requestSignIns = () => void dispatch(signInsRequested());
  useEffect(() => {
    dispatch(signInsRequested());
  }, [dispatch]);
  const count = list.status === 'loaded' ? list.data.length : null;
  useFocusAfterLoss(heading, count);
  const nameOf = ({ device }: UserSession) => device ?? t('profile.signIns.unknown');

  return (
    <>
      <T as="p" className="soft" id="profile.signIns.text" />
      <LoadState load={list} skeleton={<SignInSkeleton />} onRetry={requestSignIns}>
        <ul className="stack">
          {list.status === 'loaded' &&
            list.data.map((signIn) => (
              <SignIn
                key={signIn.id}
                signIn={signIn}
                isEnding={ending[signIn.id]?.status === 'loading'}
                hasFailed={ending[signIn.id]?.status === 'failed'}
                onEnd={() => setChosen(signIn)}
              />
            ))}
        </ul>
        {list.status === 'loaded' && list.data.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
      </LoadState>
      <ConfirmDialog
        open={chosen !== null}
        title={t('profile.signIns.endTitle')}
        text={chosen && t('profile.signIns.endText', { device: nameOf(chosen) })}
        action={t('profile.signIns.endAction')}
        onCancel={() => setChosen(null)}
        onConfirm={() => {
          if (chosen) dispatch(signInEndRequested({ id: chosen.id }));
          setChosen(null);
        }}
      />
    </>
  );
};
