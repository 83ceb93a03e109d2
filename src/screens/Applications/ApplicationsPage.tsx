import { useRef } from 'react';
import { selectApplications } from '../../domains/applications';
import { useAppSelector } from '../../store/hooks';
import { Page } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { useText } from '../../ui/text';
import { PHONE, useMedia } from '../../ui/useMedia';
import { ApplicationTabs, WorkerFormFailure } from '../../widgets/ApplicationList/ApplicationTabs';
import { JobPicker } from '../../widgets/ApplicationList/JobPicker';
import { useApplicationsAddress } from '../../widgets/ApplicationList/useApplicationsAddress';
import { SavedViews } from '../../widgets/ApplicationList/views/SavedViews';
import { DecisionBar } from '../../widgets/Decisions/DecisionBar';
import { ListTools } from '../../widgets/exports/ListTools';
import { KeysHelp } from '../../widgets/PageKeys/KeysHelp';
import styles from './Applications.module.css';

/** The applications of one job or of all: the list, the shortlist and the appointments. */
export const ApplicationsPage = () => {
  const t = useText();
  const address = useApplicationsAddress();
  const { jobId } = address;
  // The bottom bar names the page.
  const isPhone = useMedia(PHONE);
  const heading = useRef<HTMLHeadingElement>(null);
  const knownJob = useAppSelector((state) => {
    // This runs on every action, so all jobs skip the search in thousands of rows.
    if (jobId === null) return undefined;
    return selectApplications(state).items.find((row) => row.job.id === jobId)?.job;
  });
  return (
    <Page>
      <div className={styles.head}>
        <PageHeading title={t('applications.title')} headingRef={heading} hidden={isPhone} />
        <div className={styles.job}>
          <JobPicker jobId={jobId} knownTitle={knownJob?.title} onChange={address.goToJob} />
        </div>
        {address.stop === null && (
          <ListTools
            jobId={jobId}
            status={knownJob?.status}
            filters={address.filters}
            isShortlist={address.tab === 'shortListed'}
            hasRows={address.tab !== 'appointment'}
          />
        )}
      </div>
      <SavedViews address={address} heading={heading}>
        <ApplicationTabs address={address} />
      </SavedViews>
      <WorkerFormFailure />
      <DecisionBar />
      <KeysHelp />
    </Page>
  );
};
