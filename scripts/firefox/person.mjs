// The actions of the journeys in Firefox on a page, and their questions to the server.
import { shiftDate } from '../../e2e/support/shiftedClock.mjs';
import en from '../../i18n/en.json' with { type: 'json' };

const PASSWORD = 'Demo123!';
const TIMEOUT = 60_000;

/** Waits until the page shows a text. */
export const shows = async (page, text) => {
  const wait = page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
  await wait.catch(async (error) => {
    const shown = await page.evaluate(() => `${location.href}\n${document.body.innerText}`);
    throw new Error(`“${text}” is not shown (${error.message}):\n${shown.slice(0, 2_000)}`);
  });
};

export const isAt = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(location.href), {}, pattern.source);

export const byRole = (page, role, name) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
export const byPath = (page, xpath) => page.locator(`::-p-xpath(${xpath})`);
export const press = (page, name, role = 'button') => byRole(page, role, name).click();

/** Chooses an option by its text, or the first one below the empty one. */
export const choose = async (page, name, text) => {
  const field = await byRole(page, 'combobox', name).waitHandle();
  const value = await field.evaluate(
    ({ options }, wanted) => (wanted ? [...options].find((option) => option.text === wanted) : options[1]).value,
    text,
  );
  await field.select(value);
};

/** Replaces the text of a field. */
const typeInto = async (page, locator, text) => {
  const field = await locator.waitHandle();
  await field.focus();
  await field.evaluate((input) => input.select());
  await page.keyboard.type(text);
};
export const fill = (page, name, text, role = 'textbox') => typeInto(page, byRole(page, role, name), text);

/** Ticks the box of a label with the space bar, because a bar of the page may cover it from the mouse. */
export const tick = async (page, text) => {
  const box = await byPath(page, `//label[contains(., "${text}")]//input`).waitHandle();
  await box.focus();
  await page.keyboard.press(' ');
};

/** Sets a date as the browser's calendar does, because the keys to type it depend on the browser's language. */
export const setDate = async (page, day) => {
  const field = await page.waitForSelector('input[type="date"]');
  await field.evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, day);
};

export const signIn = async (page, name, password = PASSWORD) => {
  await fill(page, en['login.email'], `${name}@demo.test`);
  await typeInto(page, page.locator('input[type="password"]'), password);
  await press(page, en['login.submit']);
};

/** Returns the functions of a journey: to open pages and ask the server, with a clock `offset` ms ahead. */
export const worldOf = (browser, { origin, offset }) => {
  /** Errors that the pages threw; a journey with any fails. */
  const faults = [];

  /** Opens a page with its own storage. */
  const openPage = async (address) => {
    const page = await (await browser.createBrowserContext()).newPage();
    page.setDefaultTimeout(TIMEOUT);
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
    await page.waitForSelector(`nav[aria-label="${en['shell.nav.label']}"]`);
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
