import { lazy, Suspense } from 'react';
import { keyOfQuery, selectApplications } from '../../domains/applications';
import { useAppSelector } from '../../store/hooks';
import { ProgressLine } from '../../ui/ProgressLine';
import { Tabs } from '../../ui/Tabs';
import { useText } from '../../ui/text';
import { useScrollMemory } from '../../ui/useScrollMemory';
import { ListTab } from './ListTab';
import { TABS, type ApplicationsAddress } from './useApplicationsAddress';
import { useOpenList } from './useOpenList';
import { pageQuery } from './useOpenPage';

// It alone needs the names of weekdays, and with them the library of dates.
const AppointmentTab = lazy(async () => ({ default: (await import('./AppointmentTab')).AppointmentTab }));

interface ApplicationTabsProps {
  address: ApplicationsAddress;
  /** One page of the list at a time, with their numbers where it has some (`pageQuery`); whoever shows it opens it (`useOpenPage`). */
  numbered?: { onRetry: () => void };
  /** The list stands beside an applicant: it has little room, and the window's scroll is not its own. */
  beside?: boolean;
  selectedId?: number | null;
}

const EndlessTab = ({ address }: { address: ApplicationsAddress }) => (
  <ListTab address={address} onRetry={useOpenList(address)} />
);

/** Finds the old place of a numbered page that was left for an applicant. */
const PagePlace = ({ address }: { address: ApplicationsAddress }) => {
  const key = keyOfQuery(pageQuery(address));
  const isHeld = useAppSelector((state) => {
    const { list, query } = selectApplications(state);
    return list.status === 'loaded' && keyOfQuery(query) === key;
  });
  useScrollMemory(key, isHeld);
  return null;
};

/** The applications of one job or of all, in three tabs: the list, the shortlist and the appointments. */
export const ApplicationTabs = ({ address, numbered, beside = false, selectedId = null }: ApplicationTabsProps) => {
  const t = useText();
  const { jobId, tab, goToTab } = address;
  const tabs = TABS.map((value) => ({ value, label: t(`applications.tabs.${value}`) }));
  return (
    <Tabs label={t('applications.tabs.label')} value={tab} tabs={tabs} onChange={goToTab}>
      {tab === 'appointment' && (
        <Suspense fallback={<ProgressLine />}>
          <AppointmentTab jobId={jobId} beside={beside} selectedId={selectedId} />
        </Suspense>
      )}
      {tab !== 'appointment' && !numbered && <EndlessTab address={address} />}
      {tab !== 'appointment' && numbered && (
        <>
          <ListTab
            address={address}
            isOfJob
            isNumbered={pageQuery(address).only !== undefined}
            beside={beside}
            selectedId={selectedId}
            onRetry={numbered.onRetry}
          />
          {!beside && <PagePlace address={address} />}
        </>
      )}
    </Tabs>
  );
};
