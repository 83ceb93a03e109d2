import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A busy machine is slow, so no test relies on its own time limit.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 5000 });

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

// The environment's FormData is Node's, which rejects a form. React makes one for each submitted form, and no code
// reads it.
class FormDataOfAnyForm extends FormData {
  constructor() {
    super();
  }
}
globalThis.FormData = FormDataOfAnyForm;
