import { isOfWithdrawn, queryKey, selectApplications } from '../../domains/applications';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { lazyPart } from '../../ui/lazyPart';
import { ProgressLine } from '../../ui/ProgressLine';
import { Tabs } from '../../ui/Tabs';
import { useText } from '../../ui/text';
import { useOnlineAgain } from '../../ui/useDelayed';
import { useScrollMemory } from '../../ui/useMedia';
import {
  selectWorkerForm,
  selectIsWorkerFormFailureReported,
  workerFormFailureReported,
  workerFormRequested,
} from '../../domains/reference';
import { ListTab } from './ListTab';
import { StageBar } from './StageBar';
import { TABS, type ApplicationsAddress } from './useApplicationsAddress';
import { useOpenList, pageQuery } from './useOpenList';

const FormConfigFailure = lazyPart(
  async () => (await withLaterWork(() => import('../../ui/FormConfigFailure'))).FormConfigFailure,
  null,
  'nothing',
);

/**
 * Tells the user once in a session that the definition of the worker profile form failed to load. Lists work without
 * their filters, so each further page stays silent, and so does a page without a network: docs/PRODUCT.md#error-pages.
 */
export const WorkerFormFailure = () => {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectWorkerForm);
  const wasReported = useAppSelector(selectIsWorkerFormFailureReported);
  const failure = form.status === 'failed' ? form.error : null;
  const isOffline = failure?.kind === 'network' && !navigator.onLine;
  const handleRetry = () => void dispatch(workerFormRequested());
  useOnlineAgain(() => isOffline && handleRetry());
  if (!failure || isOffline || wasReported) return null;
  return (
    <FormConfigFailure
      failure={failure}
      onRetry={handleRetry}
      onClose={() => void dispatch(workerFormFailureReported())}
    />
  );
};

// The list of applications, which most users open first, does not need the agenda.
const AppointmentTab = lazyPart(
  async () => (await withLaterWork(() => import('./AppointmentTab'))).AppointmentTab,
  <ProgressLine />,
);

interface ApplicationTabsProps {
  address: ApplicationsAddress;
  /**
   * Shows one page of the list at a time, with page numbers if it has pages (`pageQuery`). The parent opens the page
   * (`useOpenPage`).
   */
  numbered?: { onRetry: () => void };
  /** The list is beside an applicant, so it has little room and does not control the window's scroll. */
  beside?: boolean;
  selectedId?: number | null;
}

const EndlessTab = ({ address }: { address: ApplicationsAddress }) => (
  <ListTab address={address} onRetry={useOpenList(address)} />
);

/** Restores the scroll offset of a numbered page on the way back from an applicant. */
const PageScrollMemory = ({ address }: { address: ApplicationsAddress }) => {
  const key = queryKey(pageQuery(address));
  const isLoaded = useAppSelector((state) => {
    const { list, query } = selectApplications(state);
    return list.status === 'loaded' && queryKey(query) === key;
  });
  useScrollMemory(key, isLoaded);
  return null;
};

/** The applications of one job or of all, in tabs: the list, the shortlist, the appointments and, while open, the declined ones. */
export const ApplicationTabs = ({ address, numbered, beside = false, selectedId = null }: ApplicationTabsProps) => {
  const t = useText();
  const { tab, goToTab } = address;
  // The declined tab shows only while it is open; the number of declined applications under the list opens it.
  const shown = TABS.filter((value) => value !== 'declined' || tab === value);
  const labelOf = (value: (typeof TABS)[number]) =>
    value === 'declined' && isOfWithdrawn(address) ? t('stage.withdrew') : t(`applications.tabs.${value}`);
  // The stages are those of all applications.
  const hasStages = tab !== 'appointment' && !(tab === 'shortListed' && address.filters.stage === null);
  const tabs = shown.map((value) => ({ value, label: labelOf(value) }));
  return (
    <Tabs
      label={t('applications.tabs.label')}
      value={tab}
      tabs={tabs}
      onChange={goToTab}
      behind={hasStages ? <StageBar address={address} /> : undefined}
    >
      {tab === 'appointment' && <AppointmentTab address={address} beside={beside} selectedId={selectedId} />}
      {tab !== 'appointment' && !numbered && <EndlessTab address={address} />}
      {tab !== 'appointment' && numbered && (
        <>
          <ListTab
            address={address}
            isOfJob
            isNumbered={pageQuery(address).onlyPage !== undefined}
            beside={beside}
            selectedId={selectedId}
            onRetry={numbered.onRetry}
          />
          {!beside && <PageScrollMemory address={address} />}
        </>
      )}
    </Tabs>
  );
};
