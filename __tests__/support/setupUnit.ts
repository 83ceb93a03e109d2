import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A busy machine is slow, not wrong: no test measures time by its own limit.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 5000 });

// What a browser has and jsdom lacks; nothing is laid out here, so there is nothing to observe.
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

// The environment's FormData is Node's, which refuses a form; React makes one of each submitted form and nobody reads it.
class FormDataOfAnyForm extends FormData {
  constructor() {
    super();
  }
}
globalThis.FormData = FormDataOfAnyForm;
