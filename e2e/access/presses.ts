import type { CDPSession, Page } from '@playwright/test';
import { settled } from '../support/settled';

interface Spot {
  /** The label of the control, for the report. */
  name: string;
  x: number;
  y: number;
}

declare global {
  interface Window {
    /** The names of the controls that received a click. */
    clicked?: string[];
  }
}

/**
 * Marks the links and buttons of a form, records and blocks their clicks, and returns their names, if there is a form.
 */
const markControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const around = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector('main');
    if (!around?.querySelector('form :is(input, textarea)[name]')) return [];
    window.clicked = [];
    const record = (event: Event) => {
      const control = (event.target as Element).closest('[data-press]');
      if (control) window.clicked?.push(control.getAttribute('data-press') ?? '');
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('click', record, true);
    const controls = [...around.querySelectorAll<HTMLElement>('a[href], button')].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) && !control.matches(':disabled, [tabindex="-1"]'),
    );
    return controls.map((control, at) => {
      const name = `${at}: ${control.textContent || control.ariaLabel}`;
      control.setAttribute('data-press', name);
      return name;
    });
  });

/** Leaves the nearest text field above the control invalid; false without such a field. */
const prepare = (page: Page, at: number): Promise<boolean> =>
  page.evaluate((index) => {
    const control = document.querySelector<HTMLElement>(`[data-press^="${index}: "]`);
    // A reset may have removed the control.
    if (!control) return false;
    const around = control.closest('[role="dialog"], main')!;
    const form = around.querySelector('form')!;
    // Formik's handler of `reset` makes every field untouched.
    form.reset();
    const fields = [...form.querySelectorAll<HTMLInputElement>('input[name], textarea[name]')].filter(
      (field) => /text|email|password|tel|search/.test(field.type) && field.checkVisibility() && !field.readOnly,
    );
    const isAbove = (field: Element) => control.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING;
    const field = fields.filter(isAbove).at(-1) ?? fields[0];
    if (!field) return false;
    field.focus({ preventScroll: true });
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, '');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  }, at);

/** Scrolls the control into view and returns where to press it. */
const spotOf = (page: Page, at: number): Promise<Spot | null> =>
  page.evaluate((index) => {
    const control = document.querySelector<HTMLElement>(`[data-press^="${index}: "]`);
    if (!control) return null;
    control.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = control.getBoundingClientRect();
    return { name: control.getAttribute('data-press')!, x: x + width / 2, y: y + height / 2 };
  }, at);

/** Clicks as a person does: the browser draws the errors of the validation between press and release. */
const click = async (page: Page, { x, y }: Spot) => {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await settled(page);
  await page.mouse.up();
};

const tap = async (finger: CDPSession, { x, y }: Spot) => {
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** The forms that were pressed, by address and controls; several views show the same form. */
const pressed = new Set<string>();

/** Presses every link and button of a form right after a field became invalid, and reports the lost clicks. */
export const pressFindings = async (page: Page): Promise<string[]> => {
  // An open list of options closes at the first press; another view presses the same form without it.
  if ((await page.getByRole('listbox').count()) > 0) return [];
  const names = await markControls(page);
  const form = `${new URL(page.url()).pathname} ${names.join()}`;
  if (names.length === 0 || pressed.has(form)) return [];
  pressed.add(form);
  const finger = await page.context().newCDPSession(page);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const ways = { mouse: (spot: Spot) => click(page, spot), finger: (spot: Spot) => tap(finger, spot) };
  const lost: string[] = [];
  for (const [pointer, press] of Object.entries(ways)) {
    for (let at = 0; at < names.length; at += 1) {
      if (!(await prepare(page, at))) continue;
      // First the errors of the previous press disappear, which moves the page.
      await settled(page);
      const spot = await spotOf(page, at);
      if (!spot) continue;
      await press(spot);
      const clicked = await page.evaluate(() => window.clicked!.splice(0));
      if (!clicked.includes(spot.name)) lost.push(`${pointer} pressed in vain: ${spot.name}`);
    }
  }
  return lost;
};
