// The main journeys, by name. Each opens its own pages in the demo world.
import { equal } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import en from '../../i18n/en.json' with { type: 'json' };
import texts from '../../server/texts/publicPage.json' with { type: 'json' };
import {
  byPath,
  choose,
  click,
  fill,
  find,
  hasFocus,
  isAt,
  openByMenu,
  press,
  programKept,
  setDate,
  shows,
  showsNoMore,
  showsOtherThan,
  signIn,
  tick,
} from './person.mjs';

const { firstName, lastName, phone, next, 'days.weekdays': weekdays, 'apply.send': send } = texts.en;
const CARDS = { declined: '4000000000000002', good: '4242424242424242' };

const pay = async (page, number) => {
  await fill(page, en['payment.card.holder'], 'Nazlı Örnekçi');
  await fill(page, en['payment.card.number'], number);
  await fill(page, en['payment.card.expiry'], '12/39');
  await fill(page, en['payment.card.cvc'], '123');
  const agreement = await find(page, 'input[type="checkbox"]');
  if (!(await agreement.evaluate((box) => box.checked))) await agreement.click();
  await click(page, 'form button[type="submit"]');
};

/** Applies for the first job of a public page. */
const apply = async ({ openPage, codeSentTo }, address, number) => {
  const page = await openPage(address);
  await click(page, 'main a');
  await fill(page, firstName, 'Kapı');
  await fill(page, lastName, `Deneme${number.slice(-4)}`);
  await fill(page, phone, `0${number}`);
  await press(page, next);
  const field = await find(page, 'input[autocomplete="one-time-code"]');
  await field.type(await codeSentTo(number));
  await click(page, byPath(`//label[contains(., "${weekdays}")]`));
  // Some jobs ask whether the applicant is an adult.
  await (await page.$('#adult'))?.click();
  await press(page, send);
  await shows(page, 'Your application has arrived.');
};

export const JOURNEYS = {
  'a refused sign-in keeps the page and says why': async ({ openPage }) => {
    const page = await openPage('/dashboard/login');
    await signIn(page, 'closed');
    await shows(page, 'sales representative will call');
    await signIn(page, 'root', 'Wrong123!');
    await shows(page, 'The email or password is wrong.');
    await signIn(page, 'root');
    await isAt(page, /\/dashboard\/jobs$/);
  },
  'the list of applications is filtered': async ({ enter }) => {
    const page = await enter('root', '/applications?page=1&activeTab=all');
    await find(page, 'article');
    await click(page, byPath('//main//button[starts-with(normalize-space(), "Filter")]'));
    await press(page, 'Female', 'radio');
    await click(page, byPath('//*[@role="dialog"]//button[starts-with(normalize-space(), "Show")]'));
    await isAt(page, /gender=female/);
    await find(page, 'article');
  },
  'an applicant is opened, commented on and followed by the next one': async ({ enter }) => {
    const page = await enter('hr', '/jobs/detail/0?page=2&activeTab=all');
    await click(page, 'article a');
    await isAt(page, /\/jobs\/detail\/0\/\d+/);
    await fill(page, 'Comment', 'Calm and friendly');
    await press(page, 'Add comment');
    await shows(page, 'Calm and friendly');
    const name = await page.$eval('h1', (heading) => heading.textContent);
    await page.focus('h1');
    await page.keyboard.press('j');
    await showsOtherThan(page, name);
  },
  'a stranger applies on the public page and is invited to an interview': async (world) => {
    await apply(world, await world.publicPageOf('branch'), '5321110022');
    const page = await world.enter('branch', '/applications?page=1&activeTab=all');
    await click(page, byPath('//article[contains(., "Kapı")]//a'));
    await isAt(page, /\/jobs\/detail\/\d+\/\d+/);
    const applicant = await page.evaluate(() => location.href.split('?')[0]);
    await page.goto(`${applicant}/appointment`);
    await press(page, 'Add Kapı to the shortlist');
    const day = new Date(world.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await setDate(page, day);
    await fill(page, 'Time', '14:00');
    await press(page, en['appointment.form.submit']);
    await shows(page, day.split('-').reverse().join('/'));
  },
  'a message is sent': async ({ enter }) => {
    const page = await enter('branch', '/inbox');
    await click(page, 'nav[aria-label="Conversations"] a');
    await fill(page, 'Message', 'See you at the shop');
    await page.keyboard.press('Enter');
    await shows(page, 'See you at the shop');
  },
  'a decision and a message without a network wait, survive a reload, and go once it is back': async (world) => {
    const number = '5321110033';
    await apply(world, await world.publicPageOf('branch'), number);
    const card = `//article[contains(., "${number.slice(-4)}")]`;
    const page = await world.enter('branch', '/today');
    await find(page, 'main article');
    await openByMenu(page, '/inbox');
    await click(page, 'nav[aria-label="Conversations"] a');
    await find(page, '[role="log"] li');
    const conversation = await page.evaluate(() => location.href);
    await openByMenu(page, '/applications');
    const applicant = await (await find(page, byPath(`${card}//a`))).evaluate(({ href }) => href);
    await programKept(page);

    await page.setOfflineMode(true);
    // A read without a response first writes the answers that still wait to be kept.
    await openByMenu(page, '/today');
    await shows(page, 'Offline. What you see is from');
    await openByMenu(page, '/applications');
    await click(page, byPath(`${card}//button[starts-with(@aria-label, "Decline")]`));
    await shows(page, 'Waiting for the network.');
    await page.reload();
    await shows(page, 'Offline. What you see is from');
    await shows(page, 'Waiting for the network.');
    await page.goto(conversation);
    await fill(page, 'Message', 'Written without a network');
    await page.keyboard.press('Enter');
    await shows(page, 'Not sent yet');

    await page.setOfflineMode(false);
    await showsNoMore(page, 'Not sent yet');
    await page.reload();
    await shows(page, 'Written without a network');
    const messages = await page.$$eval('[role="log"] li', (all) => all.map(({ innerText }) => innerText));
    equal(messages.filter((text) => text.includes('Written without a network')).length, 1);
    await page.goto(applicant);
    await shows(page, 'Declined by');
  },
  'a job is published': async ({ enter }) => {
    const page = await enter('branch', '/jobs/create');
    await press(page, 'Publish');
    await shows(page, 'fields need attention');
    await fill(page, 'Title', 'Garson Firefox');
    await press(page, 'Position', 'combobox');
    await fill(page, 'Position', 'gar', 'combobox');
    await press(page, 'Garson', 'option');
    await choose(page, 'Category');
    await fill(page, 'Description', 'Salonda servis, hafta sonları.');
    await tick(page, 'Part time');
    await tick(page, 'Mavi Fincan Kadıköy (');
    await choose(page, 'How applicants can reach you', 'By message');
    await press(page, 'Publish');
    await shows(page, 'Your job is published');
  },
  'a branch is imported, and its error is corrected in its row': async ({ enter }, folder) => {
    const file = path.join(folder, 'branches.csv');
    writeFileSync(file, 'Liste\nŞube;Ad;Soyad;E-posta;Konum\nModa;Ada;Ün;moda@;"41,0082; 28,9784"\n');
    const page = await enter('root', '/branches/import');
    await (await find(page, 'input[type="file"]')).uploadFile(file);
    await fill(page, 'Correct Email in row 3', 'moda.firefox@demo.test');
    await page.keyboard.press('Enter');
    await press(page, 'Add and invite 1 branch');
    await shows(page, '1 account was added');
  },
  'a package is bought after a declined card': async ({ enter }) => {
    const page = await enter('company', '/packages');
    await press(page, en['packages.buyLabel'].replace('{title}', 'Three jobs'));
    await press(page, en['basket.proceed']);
    await isAt(page, /\/payment\/card$/);
    await pay(page, CARDS.declined);
    await find(page, '[role="alert"]');
    await pay(page, CARDS.good);
    await shows(page, en['payment.result.success']);
  },
  'the language changes and stays': async ({ openPage }) => {
    const page = await openPage('/dashboard/login');
    await (await find(page, 'select')).select('tr');
    await shows(page, 'Giriş yap');
    await page.reload();
    await shows(page, 'Giriş yap');
  },
  'an application is declined and taken back': async ({ enter }) => {
    const page = await enter('company', '/applications?page=1&activeTab=all');
    await click(page, 'article a');
    await isAt(page, /\/jobs\/detail\/\d+\/\d+/);
    await hasFocus(page, 'h1');
    await page.keyboard.press('r');
    await shows(page, 'Declined:');
    await page.keyboard.press('z');
    await shows(page, 'They hadn’t been notified of the decision.');
  },
  'signing out leads to the sign-in page, and back is closed': async ({ enter, origin }) => {
    const page = await enter('other', '/logout');
    await isAt(page, /\/dashboard\/login$/);
    await page.goto(`${origin}/dashboard/jobs`);
    await isAt(page, /\/dashboard\/register$/);
  },
};
