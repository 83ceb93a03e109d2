import { render, screen } from '@testing-library/react';
import { useScrolling } from '../../../src/widgets/Conversation/useScrolling';

const observed: Element[] = [];
let grow = () => {};

class Observer {
  constructor(onResize: () => void) {
    grow = onResize;
  }
  observe(element: Element) {
    observed.push(element);
  }
  disconnect() {
    observed.length = 0;
  }
}

const Lines = () => {
  const { list, onScroll } = useScrolling({
    first: 'one',
    last: 'two',
    isOwn: false,
    canReadOn: false,
    onOlder: () => {},
  });
  return (
    <div ref={list} role="log" onScroll={onScroll}>
      <p>two lines</p>
    </div>
  );
};

test('keeps the end in sight when the content grows, such as by a message that failed', () => {
  Object.assign(globalThis, { ResizeObserver: Observer });
  try {
    render(<Lines />);
    const box = screen.getByRole('log');
    expect(observed).toEqual([box, screen.getByText('two lines')]);
    Object.defineProperty(box, 'scrollHeight', { value: 640 });
    grow();
    expect(box.scrollTop).toBe(640);
  } finally {
    Reflect.deleteProperty(globalThis, 'ResizeObserver');
  }
});
