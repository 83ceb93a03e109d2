import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import * as xlsx from 'xlsx';
import { callAs, callAsGateway } from './support/api';
import { messagesTo } from './support/outbox';
import { askStore } from './support/store';
import { signInAs } from './support/session';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { CORPUS, hrEmail, MARK, plant, plantedIn, watchScripts, type Planted } from './support/xss';

/** True for `node scripts/check-xss.mjs`, which visits the detail screens of every text; a normal run visits two. */
const isFull = process.env.XSS_FULL === '1';
const DETAILED = isFull ? CORPUS.length : 2;

// The first test stores the texts that the others look for.
test.describe.configure({ mode: 'serial', ...(isFull && { timeout: 600_000 }) });

let planted: Planted[] = [];
const HR_EMAIL = hrEmail(1);

const visit = async (page: Page, path: string, text: string | null) => {
  const opened = watchScripts(page);
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  // The text must be on the screen, or the check would prove nothing.
  if (text !== null) await expect(page.locator('body')).toContainText(text);
  // Visible elements run their handlers in the next frame, broken pictures after their load has failed.
  await settled(page);
  const areLoaded = () => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy');
  await expect.poll(() => page.evaluate(areLoaded)).toBe(true);
  expect([path, await plantedIn(page), opened]).toEqual([path, { marks: 0, ran: null }, []]);
};

test('texts that contain markup are stored unchanged in every field', async ({ request }) => {
  const [user] = await askStore(`select id::int as id from users where email = 'branch@demo.test'`);
  const callers = {
    branch: await callAs(request, 'branch'),
    root: await callAs(request, 'root'),
    gateway: callAsGateway(request),
    branchId: Number(user!.id),
  };
  planted = [];
  for (const [n, text] of CORPUS.entries()) planted.push(await plant(callers, text, n));
  expect(planted).toHaveLength(CORPUS.length);
});

test('screens of a branch show markup as plain text', async ({ page }) => {
  await signInAs(page, 'branch');
  const newest = planted.at(-1)!.text;
  await visit(page, '/dashboard/jobs', newest);
  for (const tab of ['all', 'shortListed', 'appointment'])
    await visit(page, `/dashboard/applications?page=1&activeTab=${tab}`, newest);
  await visit(page, '/dashboard/inbox', newest);
  await visit(page, '/dashboard/jobs/create', null);
  for (const { text, jobId, applicationId, threadId } of planted.slice(0, DETAILED)) {
    await visit(page, `/dashboard/jobs/edit/${jobId}`, null);
    await visit(page, `/dashboard/jobs/detail/${jobId}/${applicationId}`, text);
    for (const tab of ['messages', 'appointment', 'feedback'])
      await visit(page, `/dashboard/jobs/detail/${jobId}/${applicationId}/${tab}`, text);
    await visit(page, `/dashboard/inbox/${threadId}`, text);
  }
});

test('screens of root show markup as plain text', async ({ page }) => {
  await signInAs(page, 'root');
  const newest = planted.at(-1)!.text;
  await visit(page, '/dashboard/branches', newest);
  await visit(page, '/dashboard/branches-inbox', newest);
  await visit(page, '/dashboard/jobs', newest);
  await visit(page, '/dashboard/profile', null);
});

test('addresses with markup are harmless', async ({ page }) => {
  for (const text of CORPUS.slice(0, isFull ? CORPUS.length : 3)) {
    const part = encodeURIComponent(text);
    await visit(page, `/dashboard/reset-password/${part}`, null);
    await visit(page, `/dashboard/packages/payment-result?status=${part}&errorKey=${part}#${part}`, null);
    await visit(page, `/dashboard/${part}`, null);
  }
});

test('exports contain markup as plain text', async ({ request }) => {
  const { headers } = await callAs(request, 'branch');
  const applications = planted.map(({ applicationId: id }) => ({ id }));
  const file = await request.post('/api/job/application/export/excel', {
    headers,
    data: { applications, language: 'en' },
  });
  const book = xlsx.read(await file.body(), { cellFormula: true, cellHTML: true });
  const cells = book.SheetNames.flatMap((name) => Object.entries(book.Sheets[name]!)).filter(
    ([at]) => !at.startsWith('!'),
  );
  expect(cells.filter(([, cell]) => (cell as xlsx.CellObject).f !== undefined)).toEqual([]);
  const texts = new Set(cells.map(([, cell]) => String((cell as xlsx.CellObject).v)));
  // Excel has no control characters; all other characters are kept.
  for (const { text } of planted) expect(texts).toContain(text);
  for (const { applicationId } of planted.slice(0, DETAILED)) {
    const cv = await request.post('/api/export/pdf/cv', {
      headers: { ...headers, accept: 'application/pdf' },
      data: { userInformation: { applicationId }, languageCode: 'en' },
    });
    const bytes = await cv.body();
    expect(cv.headers()['content-disposition']).not.toContain('<');
    // A PDF with a program in it would contain one of these words.
    expect(bytes.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|OpenAction|SubmitForm)\b/);
    const read = spawnSync(process.execPath, ['__tests__/support/readPdf.mjs'], { input: bytes, encoding: 'utf8' });
    expect(read.stdout).toContain(MARK);
  }
});

test('mails and the outbox contain markup as plain text', async ({ page, request }) => {
  await request.post('/api/user/v2/forget-password', { data: { email: HR_EMAIL } });
  await expect.poll(async () => (await messagesTo(request, HR_EMAIL)).length).toBeGreaterThan(0);
  const sent = await askStore(
    `select subject, body_html, recipient from outgoing_messages where recipient like 'xss-%' and body_html is not null`,
  );
  expect(sent.length).toBeGreaterThanOrEqual(CORPUS.length);
  for (const { subject, body_html: html } of sent) {
    expect(String(html)).not.toMatch(new RegExp(`<${MARK}|<(script|svg|iframe|math|details|img)\\b`, 'i'));
    expect(String(subject)).not.toMatch(/[\r\n]/);
  }
  expect(sent.some(({ body_html: html }) => String(html).includes(`&lt;${MARK}`))).toBe(true);
  await visit(page, '/dev/outbox', MARK);
});
