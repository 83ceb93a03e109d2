/** Base paths of the reference server. See docs/API.md#bases. */
export const BASES = {
  main: '/api',
  shared: '/shared-api',
  geo: '/geo-api',
  gateway: '/worker-gateway',
  dashboard: '/dashboard',
} as const;

/** Values of the two headers of every dashboard request. */
export const APP_NAME = 'employer-dashboard';
export const REQUEST_SOURCE = 'web';

/** Header of the dashboard's page with the revision that its service worker expects. */
export const PAGE_REVISION_HEADER = 'x-page-revision';

/** Media types of file responses. */
export const MEDIA_TYPES = {
  workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  calendar: 'text/calendar',
  download: 'application/octet-stream',
  events: 'text/event-stream',
} as const;
