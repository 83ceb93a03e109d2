import * as React from 'react';
import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/react';

// The one wait of all tests of screens. A part that loads lazily may be transformed and run within it, on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// A wait that goes on needs no text of the whole document; the last one, whose error is shown, adds it anyway.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
});

// Replaces observers, which jsdom lacks; tests have no layout to observe.
class NothingToObserve {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: NothingToObserve });
window.scrollTo = (() => undefined) as typeof window.scrollTo;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// The environment's FormData is Node's, which rejects a form. React makes one for each submitted form, and no code
// reads it.
class FormDataOfAnyForm extends FormData {
  constructor() {
    super();
  }
}
globalThis.FormData = FormDataOfAnyForm;

// React's development build records a stack for each element until a budget is used up, which takes a tenth of these
// tests' time. No test reads the stacks.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });

// Computing a whole style takes a sixth of these tests' time. Without style sheets, only these parts differ, and only by
// tag and attributes.
const wholeStyle = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();
const displayOf = (element: Element): string => {
  if (element.matches('[hidden], dialog:not([open])')) return 'none';
  const known = displays.get(element.tagName);
  if (known !== undefined) return known;
  const plain = document.createElementNS(element.namespaceURI, element.localName);
  plain.toggleAttribute('open', true);
  const { display } = wholeStyle(plain);
  displays.set(element.tagName, display);
  return display;
};
const inherited = (element: Element | null, name: 'visibility' | 'pointerEvents'): string =>
  element ? (element as HTMLElement).style?.[name] || inherited(element.parentElement, name) : '';
window.getComputedStyle = (element, pseudo) => {
  const { style } = element as HTMLElement;
  const known: Readonly<Record<string, string>> = {
    display: style?.display || displayOf(element),
    visibility: inherited(element, 'visibility') || 'visible',
    opacity: style?.opacity ?? '',
    pointerEvents: inherited(element, 'pointerEvents') || 'auto',
    content: '',
  };
  const get = (name: string) => known[name] ?? wholeStyle(element, pseudo).getPropertyValue(name);
  return { ...known, getPropertyValue: get } as CSSStyleDeclaration;
};
