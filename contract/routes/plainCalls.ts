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
const SEE_OTHER = { redirect: 303 } as const;

/** Returns a call by its method, path and query: `GET /p/:code?lang&from`. A POST sends a form by default. */
const plain = (
  id: string,
  call: `${PlainCall['method']} ${string}`,
  summary: string,
  answer: PlainCall['answer'] = HTML,
  body = call.startsWith('POST ') ? FORM : undefined,
): PlainCall => {
  const [method, address] = call.split(' ') as [PlainCall['method'], string];
  const [path = '', query] = address.split('?');
  return { id, summary, method, path, ...(query && { query: query.split('&') }), ...(body && { body }), answer };
};

/** The pages that strangers and search engines read, and the forms of an application. */
const PUBLIC_PAGES: readonly PlainCall[] = [
  plain('showPublicPage', 'GET /p/:code?lang&from&r', "Show a branch's open jobs"),
  plain('getPublicPageData', 'GET /p/:code.json', "Get a branch's open jobs for other sites", JSON_TYPE),
  plain('getPublicJobData', 'GET /p/:code/:job.json', 'Get a job for other sites; 410 when it is closed', JSON_TYPE),
  plain('getPublicJob', 'GET /p/:code/:job?lang&from&r', 'Show a job with the form to apply'),
  plain('getPublicJobAgain', 'GET /p/:code/:job/apply', 'Return to a job from the address of its form', SEE_OTHER),
  plain(
    'postPerson',
    'POST /p/:code/:job/apply?lang',
    'Begin an application: take name and phone, and send a code',
    SEE_OTHER,
  ),
  plain('getApplicationDraft', 'GET /p/:code/:job/apply/:token?lang', 'Show the second form of an application'),
  plain(
    'postAnswers',
    'POST /p/:code/:job/apply/:token?lang',
    'Apply: check the code and store the answers',
    SEE_OTHER,
  ),
  plain(
    'postRosterPerson',
    'POST /p/:code/roster?lang',
    'Leave a number to hear of new jobs: take name and phone, and send a code',
    SEE_OTHER,
  ),
  plain('getRosterAgain', 'GET /p/:code/roster', "Return to a branch's page from the address of its form", SEE_OTHER),
  plain(
    'getRosterDraft',
    'GET /p/:code/roster/code/:token?lang',
    'Show the second form of somebody who leaves a number',
  ),
  plain(
    'postRosterCode',
    'POST /p/:code/roster/code/:token?lang',
    'Join the roster: check the code and store the consent',
    SEE_OTHER,
  ),
  plain('getRosterMember', 'GET /p/:code/roster/:token?lang', 'Show whether somebody hears of new jobs'),
  plain('postRosterStop', 'POST /p/:code/roster/:token?lang', 'Stop the messages about new jobs'),
  plain('getRobots', 'GET /robots.txt', 'Lead search engines to the sitemap', 'text/plain'),
  plain('getSitemap', 'GET /sitemap.xml', 'List the public pages for search engines', 'application/xml'),
];

/** Every call that is neither in the contract nor a page of the dashboard; a test compares them with the server. */
export const PLAIN_CALLS: readonly PlainCall[] = [
  plain('getBankPage', 'GET /api/payment/3ds/:token?framed', "Show the bank's page of a payment once"),
  plain(
    'getPaymentCallback',
    'GET /api/payment/checkout/:provider/callback?id',
    "Return from the bank or the provider's form",
  ),
  plain(
    'postPaymentCallback',
    'POST /api/payment/checkout/:provider/callback?id',
    "Return from the bank or the provider's form",
  ),
  plain('getStripeFinalize', 'GET /api/payment/checkout/stripe/finalize?id', "Return from Stripe's form"),
  plain(
    'postPaymentWebhook',
    'POST /api/payment/webhook/:provider',
    'Receive a signed message of the payment provider',
    JSON_TYPE,
    JSON_TYPE,
  ),
  plain('getSandboxBank', 'GET /api/payment/sandbox/bank/:id', "Show the sandbox's bank page"),
  plain('postSandboxBank', 'POST /api/payment/sandbox/bank/:id', "Answer the sandbox's bank page", SEE_OTHER),
  plain('getSandboxForm', 'GET /api/payment/sandbox/form/:id', "Show the sandbox's card form"),
  plain('postSandboxForm', 'POST /api/payment/sandbox/form/:id', "Send the sandbox's card form", SEE_OTHER),
  plain(
    'putUpload',
    'PUT /uploads/:key?e&s',
    'Upload a picture to an address that the server issued',
    JSON_TYPE,
    'image/*',
  ),
  plain('getFile', 'GET /files/:key?d&s', 'Get a picture by its signed address', 'image/*'),
  plain(
    'getMailedFile',
    'GET /files/exports/:id?until&s',
    'Get the workbook that a mail links to',
    MEDIA_TYPES.workbook,
  ),
  plain('getWorkerPage', 'GET /w/:token?lang&done', "Show a worker's application"),
  plain(
    'getWorkerPageAgain',
    'GET /w/:token/:action',
    "Return to a worker's page from the address of one of its forms",
    SEE_OTHER,
  ),
  plain('postWorkerPage', 'POST /w/:token/:action?lang', "Answer on the page of a worker's application", SEE_OTHER),
  plain(
    'getWorkerCalendar',
    'GET /w/:token/appointment.ics?lang',
    "Get the worker's appointment as an iCalendar file",
    MEDIA_TYPES.calendar,
  ),
  ...PUBLIC_PAGES,
  plain(
    'getFeed',
    'GET /calendar/:token.ics',
    "Get the calendar feed of an account's appointments",
    MEDIA_TYPES.calendar,
  ),
  plain('getHealth', 'GET /healthz', 'Check that the server runs', JSON_TYPE),
  plain('getReadiness', 'GET /readyz', 'Check that the server can serve', JSON_TYPE),
  plain('getMetrics', 'GET /metrics', 'Get the metrics', 'text/plain'),
  plain('getOpenApi', 'GET /openapi.json', 'Get this document', JSON_TYPE),
  plain('getDocs', 'GET /docs', 'Show this document'),
  plain('getDocsPart', 'GET /docs/:file', 'Get a part of the viewer', '*/*'),
  plain('getOutbox', 'GET /dev/outbox?page', 'List the messages of the demo'),
  plain('getOutboxStyle', 'GET /dev/outbox.css', "Get the style of the demo's messages", 'text/css'),
  plain('getOutboxAttachment', 'GET /dev/outbox/:id/attachment', 'Get the file of a message of the demo', '*/*'),
];
