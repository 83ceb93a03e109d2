import { useCallback, useEffect, useRef, type MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { pageCount } from '../../domains/applications';
import { BASE_PATH, paths } from '../../lib/paths';
import { listOriginOf, type ListOrigin } from '../../lib/pageKey';
import { searchOf, type ApplicationsAddress } from './useApplicationsAddress';
import { useNavigate } from '../../ui/router';

export interface ApplicantAddress {
  href: string;
  appointmentHref: string;
}

interface Options {
  address: ApplicationsAddress;
  /** The list shows one numbered page at a time. */
  isNumbered: boolean;
  selectedId: number | null;
  /** The list stays visible beside the applicant. */
  stays: boolean;
}

/**
 * Returns each row's applicant address and its click handler. Rows are plain links and the router handles their
 * clicks, because a list of thousands of rows cannot afford a subscription to the address in each. A list of all jobs
 * opens the applicant under all jobs.
 */
export const useOpenApplicant = ({ address, isNumbered, selectedId, stays }: Options) => {
  const { jobId, tab, filters, sort, page } = address;
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ location, selectedId, stays });
  useEffect(() => {
    latest.current = { location, selectedId, stays };
  });
  // The page of an endless list follows the scroll, so its rows do not depend on it.
  const ownPage = isNumbered ? page : null;
  const addressOf = useCallback(
    (id: number, index: number): ApplicantAddress => {
      const rowPage = ownPage ?? pageCount(index + 1);
      const search = searchOf({ jobId: null, page: rowPage, tab, filters, sort }).toString();
      const to = (part?: 'appointment') => `${BASE_PATH}${paths.jobDetail(jobId ?? 0, id, part)}?${search}`;
      return { href: to(), appointmentHref: to('appointment') };
    },
    [jobId, ownPage, tab, filters, sort],
  );
  const onOpen = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const to = event.currentTarget.getAttribute('href')?.slice(BASE_PATH.length) ?? '';
      const { location: from, selectedId: openId, stays: staysVisible } = latest.current;
      const origin: ListOrigin = { list: `${from.pathname}${from.search}`, depth: 1, stays: staysVisible };
      // Another applicant beside the list replaces the history entry, so that one step back leads to the list.
      if (openId === null) navigate(to, { state: origin });
      else navigate(to, { replace: true, state: { ...listOriginOf(from.state), stays: staysVisible } });
    },
    [navigate],
  );
  return { addressOf, onOpen };
};
