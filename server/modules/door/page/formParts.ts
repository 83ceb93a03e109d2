import { SMS_CODE_DIGITS } from '../../../../contract/constants/limits';
import { markup, type Markup } from '../../../platform/publicPage/markup';
import { workFields, workScript } from '../../../platform/publicPage/workScript';
import type { Field } from '../forms';
import type { VisitRef } from '../visits';
import { inputOf, type Filled } from './controls';
import type { Say, TextName } from './texts';

export const LABELS: Record<Field, TextName> = {
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  code: 'code',
  adult: 'adult',
  form: 'apply.title',
};

/** The id of the form of a page, which keeps what was typed when the reader changes the language. */
export const FORM = 'form';

/** Whether the form does its work now and sends itself again. */
export const isWorking = ({ wait }: Filled): boolean => Boolean(wait?.challenge);

/** Returns what a form with work holds: its fields, and a note while the browser works. The script sends no button. */
export const workPart = (say: Say, { wait, press }: Filled): Markup | null =>
  wait?.challenge
    ? markup`${workFields(wait.challenge)}<input type="hidden" name="press" value="${press}" /><p class="note working" role="status">${say('working')}</p>`
    : null;

/** Returns the script of a form with work, which stands after it. */
export const workScriptOf = (filled: Filled): Markup | null => (isWorking(filled) ? workScript : null);

/** Returns the form that asks for name and phone. */
export const personForm = (say: Say, filled: Filled, { action, from }: { action: string; from: VisitRef }): Markup =>
  markup`<form id="${FORM}" method="post" action="${action}" novalidate>
    <input type="hidden" name="from" value="${from}" />
    ${inputOf(say, filled, { field: 'firstName', label: 'firstName', attributes: markup`autocomplete="given-name" maxlength="100"` })}
    ${inputOf(say, filled, { field: 'lastName', label: 'lastName', isOptional: true, attributes: markup`autocomplete="family-name" maxlength="100"` })}
    ${inputOf(say, filled, { field: 'phone', label: 'phone', hint: 'phoneHint', attributes: markup`type="tel" inputmode="tel" autocomplete="tel" maxlength="30"` })}
    <p class="robots" aria-hidden="true"><label for="website">${say('website')}</label><input id="website" name="website" tabindex="-1" autocomplete="off" /></p>
    ${workPart(say, filled)}
    <button class="main">${say('next')}</button>
    <p class="hint">${say('nextHint')}</p>
  </form>${workScriptOf(filled)}`;

const isDead = ({ problems }: Filled): boolean => problems.code === 'codeDead';

/** Returns the field for the code of a text message. A code that is dead can only be replaced, so that button comes first. */
export const codeInput = (say: Say, filled: Filled): Markup =>
  markup`${inputOf(say, filled, {
    field: 'code',
    label: 'code',
    attributes: markup`inputmode="numeric" autocomplete="one-time-code" maxlength="${SMS_CODE_DIGITS + 1}"`,
  })}${isDead(filled) && markup`<button class="main" name="do" value="resend">${say('code.new')}</button>`}`;

/** Returns the button that asks for the code once more. */
export const resendPart = (say: Say, filled: Filled): Markup | null =>
  isDead(filled)
    ? null
    : markup`<p class="hint">${say('code.late')}</p><button name="do" value="resend" class="second">${say('code.resend')}</button>`;
