import * as React from 'react';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The one wait of all tests of screens. A part that loads lazily may be transformed and run within it, on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

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
