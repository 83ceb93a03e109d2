import { useCallback, useEffect, useMemo, useState } from 'react';
import { optionsRequested, selectJobOptions, type JobOption } from '../../domains/jobs';
import { selectSeesBranches } from '../../domains/session';
import { formatDay } from '../../lib/dates';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Combobox } from '../../ui/Combobox';
import { useText } from '../../ui/text';
import { useNameCutter } from './BranchName';

/** The option of all applications: docs/PRODUCT.md#applications-page. */
const ALL = 0;

interface JobPickerProps {
  jobId: number | null;
  /** The job's title from a loaded row, because a link may open the page before the options load. */
  knownTitle?: string;
  onChange: (jobId: number | null) => void;
}

/** Returns a function that tells jobs of the same title apart: their branch, their status and when they opened. */
const useJobDetail = () => {
  const t = useText();
  const seesBranches = useAppSelector(selectSeesBranches);
  const cutName = useNameCutter();
  return useCallback(
    ({ status, openedAt, user }: JobOption): string =>
      [
        seesBranches && user?.companyName && cutName(user.companyName),
        status && t(`jobs.status.${status}`),
        openedAt && t('applications.job.openedOn', { date: formatDay(openedAt) }),
      ]
        .filter(Boolean)
        .join(' · '),
    [t, seesBranches, cutName],
  );
};

/** Chooses the job whose applications are shown. It searches on the server. */
export const JobPicker = ({ jobId, knownTitle, onChange }: JobPickerProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const options = useAppSelector(selectJobOptions);
  const [text, setText] = useState('');
  const [jobs, setJobs] = useState<readonly JobOption[]>([]);
  const [chosen, setChosen] = useState<JobOption | null>(null);

  const handleSearch = useCallback(
    (q: string) => {
      setText(q);
      dispatch(optionsRequested({ q }));
    },
    [dispatch],
  );
  // The options of the last search stay while the next ones load.
  if (options.status === 'loaded' && options.data !== jobs) setJobs(options.data);
  // A link may name a job whose title no row knows.
  useEffect(() => {
    dispatch(optionsRequested({ q: '' }));
  }, [dispatch]);
  const all = t('applications.job.all');
  const detailOf = useJobDetail();
  const shown = useMemo(() => {
    const found = jobs.map((job) => ({ value: job.id, label: job.title, detail: detailOf(job) }));
    return text === '' ? [{ value: ALL, label: all }, ...found] : found;
  }, [jobs, text, all, detailOf]);

  const titleOf = (id: number) =>
    (chosen?.id === id ? chosen.title : undefined) ??
    knownTitle ??
    jobs.find((job) => job.id === id)?.title ??
    t('applications.job.number', { id });

  return (
    <Combobox
      label={t('applications.job.label')}
      value={jobId ?? ALL}
      valueLabel={jobId === null ? all : titleOf(jobId)}
      options={shown}
      loading={options.status === 'loading'}
      onSearch={handleSearch}
      onChange={(value) => {
        const title = jobs.find((job) => job.id === value)?.title;
        setChosen(title === undefined ? null : { id: value, title });
        onChange(value === ALL ? null : value);
      }}
    />
  );
};
