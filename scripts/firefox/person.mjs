// The actions of the journeys in Firefox on a page, and their questions to the server.
import { setTimeout as sleep } from 'node:timers/promises';
import { shiftDate } from '../../e2e/support/shiftedClock.mjs';
import en from '../../i18n/en.json' with { type: 'json' };

const PASSWORD = 'Demo123!';
const TIMEOUT = 60_000;
const ASK_TIMEOUT = 5000;

/**
 * Asks until the answer is truthy, and returns it. The waits and locators of puppeteer make functions from text inside
 * the page, which the page's content security policy forbids in Firefox 140.
 */
const until = async (ask, what) => {
  const deadline = Date.now() + TIMEOUT;
  let cause;
  while (Date.now() < deadline) {
    // A question that meets a page on its way to the next one fails, or gets no answer at all.
    const answer = await Promise.race([ask(), sleep(ASK_TIMEOUT)]).catch((error) => {
      cause = error;
    });
    if (answer) return answer;
    await sleep(100);
  }
  throw new Error(`waited ${TIMEOUT / 1000} s for ${what}`, { cause });
};

/** Waits until the page shows a text. */
export const shows = (page, text) =>
  until(() => page.evaluate((wanted) => document.body.innerText.includes(wanted), text), `“${text}”`).catch(
    async ({ message }) => {
      const shown = await page.evaluate(() => `${location.href}\n${document.body.innerText}`);
      throw new Error(`${message}:\n${shown.slice(0, 2_000)}`);
    },
  );

export const showsNoMore = (page, text) =>
  until(() => page.evaluate((unwanted) => !document.body.innerText.includes(unwanted), text), `the end of “${text}”`);

/** Waits until the service worker has kept the program and answers for this page. */
export const programKept = (page) =>
  until(
    () => page.evaluate(async () => (await navigator.serviceWorker.ready) && !!navigator.serviceWorker.controller),
    'the service worker',
  );

export const isAt = (page, pattern) =>
  until(async () => pattern.test(await page.evaluate(() => location.href)), pattern);

/** Waits until the headline has another text than `before`. */
export const showsOtherThan = (page, before) =>
  until(
    async () => (await page.$eval('h1', ({ textContent }) => textContent)) !== before,
    `another one than ${before}`,
  );

export const hasFocus = (page, selector) =>
  until(() => page.$eval(selector, (element) => element === document.activeElement), `the focus of ${selector}`);

export const find = (page, selector) => until(() => page.$(selector), selector);

/** Clicks on an element once it is shown, enabled and at rest. */
export const click = async (page, selector) => {
  let place;
  const target = await until(async () => {
    const element = await page.$(selector);
    if (!(await element?.isVisible()) || (await element.evaluate(({ disabled }) => disabled))) return null;
    const before = place;
    place = JSON.stringify(await element.boundingBox());
    return place === before && element;
  }, selector);
  await target.click();
};

const byRole = (role, name) => `::-p-aria([name="${name}"][role="${role}"])`;
export const byPath = (xpath) => `::-p-xpath(${xpath})`;
export const openByMenu = (page, address) =>
  click(page, `nav[aria-label="${en['shell.nav.label']}"] a[href*="${address}"]`);
export const press = (page, name, role = 'button') => click(page, byRole(role, name));

/** Chooses an option by its text, or the first one below the empty one. */
export const choose = async (page, name, text) => {
  const field = await find(page, byRole('combobox', name));
  const value = await field.evaluate(
    ({ options }, wanted) => (wanted ? [...options].find((option) => option.text === wanted) : options[1]).value,
    text,
  );
  await field.select(value);
};

/** Replaces the text of a field. */
const typeInto = async (page, selector, text) => {
  const field = await find(page, selector);
  await field.focus();
  await field.evaluate((input) => input.select());
  await page.keyboard.type(text);
};
export const fill = (page, name, text, role = 'textbox') => typeInto(page, byRole(role, name), text);

/** Ticks the box of a label with the space bar, because a bar of the page may cover it from the mouse. */
export const tick = async (page, text) => {
  const box = await find(page, byPath(`//label[contains(., "${text}")]//input`));
  await box.focus();
  await page.keyboard.press(' ');
};

/** Sets a date as the browser's calendar does, because the keys to type it depend on the browser's language. */
export const setDate = async (page, day) => {
  const field = await find(page, 'input[type="date"]');
  await field.evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, day);
};

export const signIn = async (page, name, password = PASSWORD) => {
  await fill(page, en['login.email'], `${name}@demo.test`);
  await typeInto(page, 'input[type="password"]', password);
  await press(page, en['login.submit']);
};

/** Returns the functions of a journey: to open pages and ask the server, with a clock `offset` ms ahead. */
export const worldOf = (browser, { origin, offset }) => {
  /** Errors that the pages threw; a journey with any fails. */
  const faults = [];

  /** Opens a page with its own storage. */
  const openPage = async (address) => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.evaluateOnNewDocument(shiftDate, offset);
    page.on('pageerror', ({ message }) => {
      // Firefox reports a font as broken when the page closes during its download.
      if (!message.startsWith('downloadable font: ')) faults.push(message);
    });
    await page.goto(`${origin}${address}`);
    return page;
  };

  const enter = async (name, address) => {
    const page = await openPage('/dashboard/login');
    await signIn(page, name);
    await find(page, `nav[aria-label="${en['shell.nav.label']}"]`);
    await page.goto(`${origin}/dashboard${address}`);
    return page;
  };

  const call = async (address, { token, body } = {}) => {
    const reply = await fetch(`${origin}${address}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
    return (await reply.json()).payload;
  };

  /** Returns the address of an account's public page. */
  const publicPageOf = async (name) => {
    const body = { email: `${name}@demo.test`, password: PASSWORD };
    const { access_token: token } = await call('/api/user/login', { body });
    return `/p/${(await call('/api/branch-page', { token })).branchPage.code}`;
  };

  /** Returns the code of the newest SMS to a phone. */
  const codeSentTo = async (number) => {
    const { text } = (await call('/dev/outbox')).find(({ to }) => to.endsWith(number));
    return /\b\d{4}\b/.exec(text)[0];
  };

  return { origin, now: () => Date.now() + offset, faults, openPage, enter, publicPageOf, codeSentTo };
};
