import { PAGE_REVISION_HEADER } from '../../contract/constants/http';
import { BASE_PATH } from '../lib/paths';

/** The address under which the page is kept; one page serves every address. */
export const PAGE = `${BASE_PATH}/`;

/**
 * Refuses to keep the page of another release: while servers are replaced, one may send the worker's script and another
 * the page. The browser then tries again later.
 */
export const ofRelease = (revision: string) => ({
  cacheWillUpdate: async ({ request, response }: { request: Pick<Request, 'url'>; response: Response }) => {
    const isPage = new URL(request.url).pathname === PAGE;
    const fits = !isPage || response.headers.get(PAGE_REVISION_HEADER) === revision;
    return response.ok && fits ? response : null;
  },
});
