import { fireEvent } from '@testing-library/react';
import { useScrollMemory } from '../../../src/ui/useMedia';
import { renderScreen } from '../../support/renderScreen';

const Page = () => {
  useScrollMemory('content', true);
  return null;
};

const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
beforeEach(() => scrollTo.mockClear());

/** Loads an address as the first entry of a document. */
const load = (at: string) => renderScreen(<Page />, { at });

test('a page load restores the offset of its own address, not that of another page in the same tab', async () => {
  const { unmount } = await load('/today');
  Object.defineProperty(window, 'scrollY', { value: 300, configurable: true });
  fireEvent.scroll(window);
  unmount();
  Reflect.deleteProperty(window, 'scrollY');
  (await load('/applications')).unmount();
  expect(scrollTo).not.toHaveBeenCalled();
  await load('/today');
  expect(scrollTo).toHaveBeenCalledWith(0, 300);
});
