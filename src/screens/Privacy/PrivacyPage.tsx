import { useState, useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import {
  switchSubmitted,
  type Switch,
  selectPrivacy,
  answerDialogOpened,
  countOverdue,
  daysLeft,
  isUrgent,
  type PrivacyRequest,
  privacyLeft,
  privacyOpened,
  answerDialogClosed,
  answerSubmitted,
} from '../../domains/privacy';
import { useAppDispatch, useFields, useAppStore } from '../../store/hooks';
import { formatDay } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { FormFailure } from '../../ui/FormMessage';
import { Segmented } from '../../ui/Segmented';
import { T, useText } from '../../ui/text';
import { PersonAvatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { LoadState, type LoadLike, Card, Page, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import { ConfirmDialog } from '../../ui/Modal';
import { PersonActions, PersonButton, PersonName } from './PersonActions';
import { EraseDialog, MoreNote } from './EraseDialog';
import { HoldDialog, HoldList } from './HoldList';
import { PersonCard } from './PersonCard';
import { RetentionForm } from './RetentionForm';
import styles from './Privacy.module.css';

/**
 * Asks for confirmation that the person gets the data on their page, or got them by hand; either closes the request.
 */
const AnswerDialog = ({ request: { id, worker, isReachable } }: { request: PrivacyRequest }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { answer } = useFields(selectPrivacy, 'answer');
  const name = fullName(worker);
  return (
    <ConfirmDialog
      open
      title={t('privacy.answer.title', { name })}
      text={t(isReachable ? 'privacy.answer.text' : 'privacy.answer.byHand')}
      action={t('privacy.answer')}
      isBusy={answer.status === 'loading'}
      onConfirm={() => dispatch(answerSubmitted({ id }))}
      onCancel={() => dispatch(answerDialogClosed())}
    >
      {answer.status === 'failed' && answer.error.status !== 401 && <FormFailure failure={answer.error} />}
    </ConfirmDialog>
  );
};

/** The texts of each switch. */
const TEXTS = { personalFilters: 'filters', offlineReading: 'offline' } as const satisfies Record<Switch, string>;

/** Switches a setting of the whole organisation. */
const SettingCard = ({ name, isOn }: { name: Switch; isOn: boolean }) => {
  const text = TEXTS[name];
  const t = useText();
  const dispatch = useAppDispatch();
  const { switches } = useFields(selectPrivacy, 'switches');
  const save = switches[name];
  const isSaving = save?.status === 'loading';
  // Shows the new choice while it is being saved.
  const isChosen = isOn !== isSaving;
  return (
    <Card className="stack gap-16 panel">
      <T as="h2" className="size-20 breaks" id={`privacy.${text}.title`} />
      <div className="stack gap-12">
        {save?.status === 'failed' && save.error.status !== 401 && <FormFailure failure={save.error} />}
        <Segmented
          label={t(`privacy.${text}.label`)}
          value={isChosen ? 'on' : 'off'}
          busy={isSaving}
          options={[
            { value: 'on', label: t('privacy.filters.on') },
            { value: 'off', label: t('privacy.filters.off') },
          ]}
          onChange={(value) => dispatch(switchSubmitted({ name, isOn: value === 'on' }))}
        />
        <T as="p" className={styles.soft} id={`privacy.${text}.hint`} />
      </div>
    </Card>
  );
};

const DaysLeft = ({ dueAt, now }: { dueAt: string; now: number }) => {
  const t = useText();
  const days = daysLeft(dueAt, now, readSettings().timeZone);
  if (days < 0) return <Badge tone="action">{t('privacy.requests.overdue', { date: formatDay(dueAt) })}</Badge>;
  return <Badge tone={isUrgent(days) ? 'warning' : 'neutral'}>{t('privacy.requests.left', { days })}</Badge>;
};

const RequestRow = ({ request, now }: { request: PrivacyRequest; now: number }) => {
  const dispatch = useAppDispatch();
  const { kind, state, worker, application, createdAt, dueAt, closedAt } = request;
  const { id: workerId, firstName, lastName, imageUrl, isOnHold } = worker;
  return (
    <li className={styles.row}>
      <PersonAvatar user={worker} size={48} />
      <div className="stack at-start gap-4 shrinks breaks">
        <PersonName worker={worker} application={application} />
        <T className={styles.soft} id={`privacy.requests.${kind}`} values={{ date: formatDay(createdAt) }} />
        {state === 'open' ? (
          <span className="flex wrap gap-4-8">
            <DaysLeft dueAt={dueAt} now={now} />
            {isOnHold && (
              <Badge tone="accent">
                <T id="privacy.holds.badge" />
              </Badge>
            )}
          </span>
        ) : (
          <T
            className={styles.soft}
            id="privacy.requests.done"
            values={{ kind, date: formatDay(closedAt ?? createdAt) }}
          />
        )}
      </div>
      {state === 'open' && (
        <PersonActions person={{ workerId, firstName, lastName, imageUrl, isOnHold }}>
          {kind === 'data' && (
            <PersonButton
              person={worker}
              textId="privacy.answer"
              icon="check"
              onClick={() => dispatch(answerDialogOpened(request))}
            />
          )}
        </PersonActions>
      )}
    </li>
  );
};

/** What people asked for on their pages: open requests first, each with the days left. */
const RequestList = ({ requests }: { requests: readonly PrivacyRequest[] }) => {
  const [now] = useState(serverNow);
  const overdue = countOverdue(requests, now, readSettings().timeZone);
  if (requests.length === 0) return <T as="p" className={styles.soft} id="privacy.requests.none" />;
  return (
    <>
      {overdue > 0 && <T as="p" className="alarming bold" id="privacy.requests.late" values={{ count: overdue }} />}
      <ul className={styles.list}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} now={now} />
        ))}
      </ul>
    </>
  );
};

const LINE = <Skeleton width="100%" height={88} />;

const hasFailed = (load: LoadLike) =>
  load.status === 'failed' || (load.status === 'loaded' && load.refreshError !== undefined);

/** How long data of people are kept, and what people asked for: docs/PRODUCT.md#privacy. */
export const PrivacyPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const named = query.get('applicationId') ?? '';
  const applicationId = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  const { overview, requests, erasing, answering, person, holds, holding } = useFields(
    selectPrivacy,
    'overview',
    'requests',
    'erasing',
    'answering',
    'person',
    'holds',
    'holding',
  );
  const open = useCallback(() => void dispatch(privacyOpened({ applicationId })), [dispatch, applicationId]);
  useEffect(() => {
    open();
  }, [open]);
  useEffect(() => () => void dispatch(privacyLeft()), [dispatch]);
  // An answered request, an erased person and a lifted hold take their buttons away.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterLoss(
    heading,
    requests.status === 'loaded' && holds.status === 'loaded'
      ? requests.data.rows.filter(({ state }) => state === 'open').length +
          holds.data.rows.length +
          Number(person.status === 'loaded')
      : null,
  );
  const store = useAppStore();
  // One retry loads all parts. Once the browser is online again, each failed part calls it.
  const retry = () => {
    const now = selectPrivacy(store.getState());
    const parts = [now.overview, now.requests, now.person, now.holds];
    if (parts.some(hasFailed)) open();
  };
  return (
    <Page>
      <div className={styles.head}>
        <PageHeading title={t('privacy.title')} />
        <T as="p" className={styles.soft} id="privacy.text" />
      </div>
      <div className={styles.content}>
        {person.status !== 'init' && (
          <Card className="stack gap-16 panel">
            <LoadState load={person} skeleton={LINE} onRetry={retry}>
              {person.status === 'loaded' && <PersonCard person={person.data} />}
            </LoadState>
          </Card>
        )}
        <Card className="stack gap-16 panel">
          <h2 ref={heading} tabIndex={-1} className="size-20 breaks">
            {t('privacy.requests.title')}
          </h2>
          <LoadState load={requests} skeleton={LINE} onRetry={retry}>
            {requests.status === 'loaded' && (
              <>
                <RequestList requests={requests.data.rows} />
                <MoreNote listed={requests.data} />
              </>
            )}
          </LoadState>
        </Card>
        <Card className="stack gap-16 panel">
          <T as="h2" className="size-20 breaks" id="privacy.holds.title" />
          <LoadState load={holds} skeleton={LINE} onRetry={retry}>
            {holds.status === 'loaded' && (
              <>
                <HoldList holds={holds.data.rows} />
                <MoreNote listed={holds.data} />
              </>
            )}
          </LoadState>
        </Card>
        <Card className="stack gap-16 panel">
          <T as="h2" className="size-20 breaks" id="privacy.retention.title" />
          <LoadState load={overview} skeleton={LINE} onRetry={retry}>
            {overview.status === 'loaded' && (
              <RetentionForm key={overview.data.settings.retentionMonths} overview={overview.data} />
            )}
          </LoadState>
        </Card>
        {overview.status === 'loaded' && (
          <>
            <SettingCard name="personalFilters" isOn={overview.data.settings.personalFilters} />
            <SettingCard name="offlineReading" isOn={overview.data.settings.offlineReading === true} />
          </>
        )}
      </div>
      {erasing && <EraseDialog person={erasing} />}
      {answering && <AnswerDialog request={answering} />}
      {holding && <HoldDialog person={holding} />}
    </Page>
  );
};
