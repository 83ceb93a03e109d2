import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.ts';
const base = 'http://127.0.0.1:3471';
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
const H = 3600e3;
const iso = (ms) => new Date(ms).toISOString();
const wall = (ms) => iso(ms + 3 * H).slice(0, 19).replace('T', ' ');
const people = ['Ayşe Yılmaz','Mehmet Karahasanoğlu','Zeynep Nur Büyükkarabacak','Can Öz','Elif Şahin','Burak Demir','Fatma Çelik','Emre Aydın','Selin Arslan','Deniz Koç'];
let id = 0;
const row = (hours, status, more = {}) => { id += 1; const s = Date.now() + hours * H; const [firstName, ...l] = people[id % people.length].split(' ');
  return { id, applicationId: 900 + id, appointmentAt: iso(s), startAt: wall(s), endAt: wall(s + H), location: { latitude: 41, longitude: 29 }, address: 'Moda Cd. 1', workerId: id, companyId: 7, jobId: 11,
    job: { title: id % 3 ? 'Barista' : 'Deneyimli garson (akşam vardiyası)', companyName: id % 2 ? 'Mavi Fincan Kadıköy' : 'Mavi Fincan Bahçelievler' }, status: { name: status },
    user: { id, firstName, lastName: l.join(' '), imageUrl: null, phone: '+905321234567' }, attendance: null, rebookOf: null, isCurrent: true,
    isApplicantCameToAppointment: null, isAppointmentPositive: null, isOfferSentToApplicant: null, isApplicantAcceptTheOffer: null, appointmentComment: null, feedback: null,
    statusLog: [{ status: 'WAITING', at: iso(Date.now() - 3 * H), by: 'employer' }], ...more }; };
const att = (answer, minutes = null) => ({ attendance: { answer, minutes, at: iso(Date.now()) } });
const rich = [row(1, 'ACTIVE'), row(1.5, 'ACTIVE', att('late', 20)), row(2.2, 'ACTIVE', att('coming')), row(3, 'ACTIVE', att('other_time')), row(4, 'ACTIVE'), row(3.3, 'REJECTED'),
  row(5,'APPLICANT_CANCELLED', att('cannot')), row(22, 'WAITING'), row(25, 'ACTIVE', att('coming')), row(24, 'EXPIRED'), row(24.5, 'CANCELLED'), row(74, 'WAITING'), row(76, 'ACTIVE'),
  row(-2, 'COMPLETED'), row(-26, 'COMPLETED'), row(-30, 'APPOINTMENT_NEGATIVE', { isApplicantCameToAppointment: false }), row(-50, 'COMPLETED', { isApplicantCameToAppointment: true }), row(-52, 'OFFER_SENT'), row(-60, 'APPOINTMENT_NEGATIVE', { isApplicantCameToAppointment: true }), row(-61, 'EXPIRED')];
const only = process.argv[2];
const sets = [
  ['rich', 'hr', rich], ['real', 'branch', null], ['real', 'hr', null], ['empty', 'branch', []],
];
const sessions = {};
for (const [name, who, rows] of sets) for (const [locale, theme, w] of [['tr','light',375],['es','dark',375],['tr','dark',1280],['es','light',1280],['es','light',768],['en','light',1280]]) {
  const tag = `${name}-${who}-${locale}-${theme}-${w}`;
  if (only && !tag.match(only)) continue;
  const context = await browser.newContext({ viewport: { width: w, height: w < 500 ? 800 : 900 }, locale: { tr: 'tr-TR', es: 'es-ES', en: 'en-US' }[locale], colorScheme: theme, timezoneId: 'America/New_York', hasTouch: w < 500 });
  const page = await context.newPage();
  sessions[who] ??= (await (await page.request.post(`${base}/api/user/login`, { data: { email: `${who}@demo.test`, password: 'Demo123!' } })).json()).payload;
  const { user, access_token: token } = sessions[who];
  await page.addInitScript(([s, l]) => { localStorage.setItem('persist:session', s); localStorage.setItem('persist:preferences', l); }, [JSON.stringify({ user: JSON.stringify(user), accessToken: JSON.stringify(token) }), JSON.stringify({ chosenLocale: JSON.stringify(locale), theme: JSON.stringify(theme) })]);
  if (rows) await page.route('**/api/appointment/me*', (route) => route.fulfill({ json: { ok: true, payload: rows } }));
  await page.goto(`${base}/dashboard/applications?page=1&activeTab=appointment`);
  await page.waitForSelector(rows?.length === 0 ? 'h2' : 'li time', { timeout: 60000 });
  if (name === 'rich') for (const b of await page.locator('button[aria-expanded="false"][aria-controls]').filter({ hasText: /^\d/ }).all()) { await b.click(); break; }
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/shots/${tag}.png`, fullPage: name !== 'real' });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  console.log(tag, 'overflow', over);
  await context.close();
}
await browser.close();
