import { render, screen } from '@testing-library/react';
import { FormMessage } from '../../../src/ui/FormMessage';

describe('a form message', () => {
  const { scrollIntoView } = Element.prototype;
  afterEach(() => {
    Element.prototype.scrollIntoView = scrollIntoView;
  });

  it('disappears without an error where scrolling returns a promise', () => {
    const scroll = jest.fn(() => Promise.resolve());
    Element.prototype.scrollIntoView = scroll as unknown as Element['scrollIntoView'];
    const { unmount } = render(<FormMessage>Wrong password</FormMessage>);
    expect(screen.getByRole('alert')).toHaveTextContent('Wrong password');
    expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
    expect(unmount).not.toThrow();
  });
});
