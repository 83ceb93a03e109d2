import type { PlainCall } from './plainCalls';

const HTML = 'text/html';
const FORM = 'application/x-www-form-urlencoded';

/** The pages that strangers and search engines read, and the forms of an application. */
export const PUBLIC_PAGES: readonly PlainCall[] = [
  {
    id: 'getPublicPage',
    summary: "Show a branch's open jobs",
    method: 'GET',
    path: '/p/:code',
    query: ['lang', 'from'],
    answer: HTML,
  },
  {
    id: 'getPublicJob',
    summary: 'Show a job with the form to apply',
    method: 'GET',
    path: '/p/:code/:job',
    query: ['lang', 'from'],
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
    id: 'getSitemap',
    summary: 'List the public pages for search engines',
    method: 'GET',
    path: '/sitemap.xml',
    answer: 'application/xml',
  },
];
