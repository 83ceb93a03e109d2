/** Bases of the reference server. API contract, section 1. */
export const BASES = {
  main: '/api',
  shared: '/shared-api',
  geo: '/geo-api',
  gateway: '/worker-gateway',
  dashboard: '/dashboard',
} as const;

/** Values of the two headers that every request of the dashboard carries. */
export const APP_NAME = 'employer-dashboard';
export const REQUEST_SOURCE = 'web';

/** Media types of the answers that are files. */
export const MEDIA_TYPES = {
  workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  calendar: 'text/calendar',
  events: 'text/event-stream',
} as const;
