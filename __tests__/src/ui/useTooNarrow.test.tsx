import { act, render, screen } from '@testing-library/react';
import { useTooNarrow } from '../../../src/ui/useTooNarrow';

const Probe = () => {
  const [isTooNarrow, ref] = useTooNarrow();
  return <div ref={ref}>{isTooNarrow ? 'cards' : 'table'}</div>;
};

describe('useTooNarrow', () => {
  const given = globalThis.ResizeObserver;
  let look: () => void;
  beforeEach(() => {
    globalThis.ResizeObserver = class {
      constructor(callback: ResizeObserverCallback) {
        look = () => callback([], this);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  });
  afterEach(() => {
    globalThis.ResizeObserver = given;
  });

  const measured = (text: string, [room, wanted]: [number, number]) => {
    const element = screen.getByText(text);
    Object.defineProperties(element, {
      clientWidth: { configurable: true, value: room },
      scrollWidth: { configurable: true, value: wanted },
    });
    act(look);
  };

  test('hides what does not fit and shows it again when the width that it needed is there', () => {
    render(<Probe />);
    measured('table', [1000, 1000]);
    measured('table', [1000, 1100]);
    measured('cards', [1000, 1000]);
    measured('cards', [1099, 1099]);
    measured('cards', [1100, 1100]);
    expect(screen.getByText('table')).toBeVisible();
  });
});
