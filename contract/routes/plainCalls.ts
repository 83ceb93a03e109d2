import { MEDIA_TYPES } from '../constants/http';

/** A call outside the typed contract: a page, a file, or an address for a bank, a provider or an operator. */
export interface PlainCall {
  id: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Names of the query's values, all texts. */
  query?: readonly string[];
  /** Media type of the request body. */
  body?: string;
  /** Media type of the answer, or its redirect. */
  answer: string | { redirect: 302 | 303 };
}

const HTML = 'text/html';
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const callback = { path: '/api/payment/checkout/:provider/callback', query: ['id'], answer: HTML } as const;
const bank = { path: '/api/payment/sandbox/bank/:id' } as const;
const form = { path: '/api/payment/sandbox/form/:id' } as const;

/** The pages that strangers and search engines read, and the forms of an application. */
const PUBLIC_PAGES: readonly PlainCall[] = [
  {
    id: 'showPublicPage',
    summary: "Show a branch's open jobs",
    method: 'GET',
    path: '/p/:code',
    query: ['lang', 'from', 'r'],
    answer: HTML,
  },
  {
    id: 'getPublicPageData',
    summary: "Get a branch's open jobs for other sites",
    method: 'GET',
    path: '/p/:code.json',
    answer: 'application/json',
  },
  {
    id: 'getPublicJobData',
    summary: 'Get a job for other sites; 410 when it is closed',
    method: 'GET',
    path: '/p/:code/:job.json',
    answer: 'application/json',
  },
  {
    id: 'getPublicJob',
    summary: 'Show a job with the form to apply',
    method: 'GET',
    path: '/p/:code/:job',
    query: ['lang', 'from', 'r'],
    answer: HTML,
  },
  {
    id: 'getPublicJobAgain',
    summary: 'Return to a job from the address of its form',
    method: 'GET',
    path: '/p/:code/:job/apply',
    answer: { redirect: 303 },
  },
  {
    id: 'postPerson',
    summary: 'Begin an application: take name and phone, and send a code',
    method: 'POST',
    path: '/p/:code/:job/apply',
    query: ['lang'],
    body: FORM,
    answer: { redirect: 303 },
  },
  {
    id: 'getApplicationDraft',
    summary: 'Show the second form of an application',
    method: 'GET',
    path: '/p/:code/:job/apply/:token',
    query: ['lang'],
    answer: HTML,
  },
  {
    id: 'postAnswers',
    summary: 'Apply: check the code and store the answers',
    method: 'POST',
    path: '/p/:code/:job/apply/:token',
    query: ['lang'],
    body: FORM,
    answer: { redirect: 303 },
  },
  {
    id: 'postRosterPerson',
    summary: 'Leave a number to hear of new jobs: take name and phone, and send a code',
    method: 'POST',
    path: '/p/:code/roster',
    query: ['lang'],
    body: FORM,
    answer: { redirect: 303 },
  },
  {
    id: 'getRosterAgain',
    summary: "Return to a branch's page from the address of its form",
    method: 'GET',
    path: '/p/:code/roster',
    answer: { redirect: 303 },
  },
  {
    id: 'getRosterDraft',
    summary: 'Show the second form of somebody who leaves a number',
    method: 'GET',
    path: '/p/:code/roster/code/:token',
    query: ['lang'],
    answer: HTML,
  },
  {
    id: 'postRosterCode',
    summary: 'Join the roster: check the code and store the consent',
    method: 'POST',
    path: '/p/:code/roster/code/:token',
    query: ['lang'],
    body: FORM,
    answer: { redirect: 303 },
  },
  {
    id: 'getRosterMember',
    summary: 'Show whether somebody hears of new jobs',
    method: 'GET',
    path: '/p/:code/roster/:token',
    query: ['lang'],
    answer: HTML,
  },
  {
    id: 'postRosterStop',
    summary: 'Stop the messages about new jobs',
    method: 'POST',
    path: '/p/:code/roster/:token',
    query: ['lang'],
    body: FORM,
    answer: HTML,
  },
  {
    id: 'getRobots',
    summary: 'Lead search engines to the sitemap',
    method: 'GET',
    path: '/robots.txt',
    answer: 'text/plain',
  },
  {
    id: 'getSitemap',
    summary: 'List the public pages for search engines',
    method: 'GET',
    path: '/sitemap.xml',
    answer: 'application/xml',
  },
];

/** Every call that is neither in the contract nor a page of the dashboard; a test compares them with the server. */
export const PLAIN_CALLS: readonly PlainCall[] = [
  {
    id: 'getBankPage',
    summary: "Show the bank's page of a payment once",
    method: 'GET',
    path: '/api/payment/3ds/:token',
    answer: HTML,
  },
  { id: 'getPaymentCallback', summary: "Return from the bank or the provider's form", method: 'GET', ...callback },
  {
    id: 'postPaymentCallback',
    summary: "Return from the bank or the provider's form",
    method: 'POST',
    body: FORM,
    ...callback,
  },
  {
    id: 'getStripeFinalize',
    summary: "Return from Stripe's form",
    method: 'GET',
    path: '/api/payment/checkout/stripe/finalize',
    query: ['id'],
    answer: HTML,
  },
  {
    id: 'postPaymentWebhook',
    summary: 'Receive a signed message of the payment provider',
    method: 'POST',
    path: '/api/payment/webhook/:provider',
    body: JSON_TYPE,
    answer: JSON_TYPE,
  },
  { id: 'getSandboxBank', summary: "Show the sandbox's bank page", method: 'GET', answer: HTML, ...bank },
  {
    id: 'postSandboxBank',
    summary: "Answer the sandbox's bank page",
    method: 'POST',
    body: FORM,
    answer: { redirect: 303 },
    ...bank,
  },
  { id: 'getSandboxForm', summary: "Show the sandbox's card form", method: 'GET', answer: HTML, ...form },
  {
    id: 'postSandboxForm',
    summary: "Send the sandbox's card form",
    method: 'POST',
    body: FORM,
    answer: { redirect: 303 },
    ...form,
  },
  {
    id: 'putUpload',
    summary: 'Upload a picture to an address that the server issued',
    method: 'PUT',
    path: '/uploads/:key',
    query: ['e', 's'],
    body: 'image/*',
    answer: JSON_TYPE,
  },
  {
    id: 'getFile',
    summary: 'Get a picture by its signed address',
    method: 'GET',
    path: '/files/:key',
    query: ['d', 's'],
    answer: 'image/*',
  },
  {
    id: 'getMailedFile',
    summary: 'Get the workbook that a mail links to',
    method: 'GET',
    path: '/files/exports/:id',
    query: ['until', 's'],
    answer: MEDIA_TYPES.workbook,
  },
  {
    id: 'getWorkerPage',
    summary: "Show a worker's application",
    method: 'GET',
    path: '/w/:token',
    query: ['lang', 'done'],
    answer: HTML,
  },
  {
    id: 'getWorkerPageAgain',
    summary: "Return to a worker's page from the address of one of its forms",
    method: 'GET',
    path: '/w/:token/:action',
    answer: { redirect: 303 },
  },
  {
    id: 'postWorkerPage',
    summary: "Answer on the page of a worker's application",
    method: 'POST',
    path: '/w/:token/:action',
    query: ['lang'],
    body: FORM,
    answer: { redirect: 303 },
  },
  {
    id: 'getWorkerCalendar',
    summary: "Get the worker's appointment as an iCalendar file",
    method: 'GET',
    path: '/w/:token/appointment.ics',
    query: ['lang'],
    answer: MEDIA_TYPES.calendar,
  },
  ...PUBLIC_PAGES,
  {
    id: 'getFeed',
    summary: "Get the calendar feed of an account's appointments",
    method: 'GET',
    path: '/calendar/:token.ics',
    answer: MEDIA_TYPES.calendar,
  },
  { id: 'getHealth', summary: 'Check that the server runs', method: 'GET', path: '/healthz', answer: JSON_TYPE },
  { id: 'getReadiness', summary: 'Check that the server can serve', method: 'GET', path: '/readyz', answer: JSON_TYPE },
  { id: 'getMetrics', summary: 'Get the metrics', method: 'GET', path: '/metrics', answer: 'text/plain' },
  { id: 'getOpenApi', summary: 'Get this document', method: 'GET', path: '/openapi.json', answer: JSON_TYPE },
  { id: 'getDocs', summary: 'Show this document', method: 'GET', path: '/docs', answer: HTML },
  { id: 'getDocsPart', summary: 'Get a part of the viewer', method: 'GET', path: '/docs/:file', answer: '*/*' },
  {
    id: 'getOutbox',
    summary: 'List the messages of the demo',
    method: 'GET',
    path: '/dev/outbox',
    query: ['page'],
    answer: HTML,
  },
  {
    id: 'getOutboxStyle',
    summary: "Get the style of the demo's messages",
    method: 'GET',
    path: '/dev/outbox.css',
    answer: 'text/css',
  },
  {
    id: 'getOutboxAttachment',
    summary: 'Get the file of a message of the demo',
    method: 'GET',
    path: '/dev/outbox/:id/attachment',
    answer: '*/*',
  },
];
