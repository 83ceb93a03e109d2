import { Component, type ReactNode } from 'react';
import { render } from '@testing-library/react';
import { survivePageTranslation } from '../../../src/lib/browser';
import { Button } from '../../../src/ui/Button';
import { T } from '../../../src/ui/text';
import { renderUi } from '../../support/renderUi';
import { translate } from '../../support/translate';

const { insertBefore, removeChild } = Node.prototype;
afterEach(() => Object.assign(Node.prototype, { insertBefore, removeChild }));

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isLost: false };
  static getDerivedStateFromError = () => ({ isLost: true });
  override render = () => (this.state.isLost ? 'lost' : this.props.children);
}

/** A text beside something that comes and goes, as a package may write it. */
const Careless = ({ isBusy, hasText = true }: { isBusy: boolean; hasText?: boolean }) => (
  <Boundary>
    <p>
      {isBusy && <i>busy</i>}
      {hasText && 'Save'}
      <b>now</b>
    </p>
  </Boundary>
);

describe.each([true, false])('a page whose translator keeps the text node: %s', (keepsNode) => {
  it('stays when React inserts before a replaced text', () => {
    survivePageTranslation();
    const { container, rerender } = render(<Careless isBusy={false} />);
    translate(container, { keepsNode });
    rerender(<Careless isBusy />);
    expect(container).toHaveTextContent('busy');
    expect(container).toHaveTextContent('Save');
  });

  it('stays when React removes a replaced text', () => {
    survivePageTranslation();
    const { container, rerender } = render(<Careless isBusy />);
    translate(container, { keepsNode });
    rerender(<Careless isBusy hasText={false} />);
    expect(container).toHaveTextContent(keepsNode ? /^busynow$/ : /^busySavenow$/);
  });

  it('shows a button that becomes busy, without any help', () => {
    const { container, rerender } = render(<Button>Sign in</Button>);
    translate(container, { keepsNode });
    rerender(<Button busy>Sign in</Button>);
    expect(container.querySelector('button')?.firstChild).toHaveAttribute('aria-hidden', 'true');
    expect(container).toHaveTextContent('Sign in');
  });

  it('shows the new words of a text, without any help', () => {
    const Save = ({ isBusy }: { isBusy: boolean }) => (
      <p>
        {isBusy && <i />}
        <T id={isBusy ? 'ui.loading' : 'ui.retry'} />
      </p>
    );
    const { container, rerender } = renderUi(<Save isBusy={false} />);
    translate(container, { keepsNode });
    rerender(<Save isBusy />);
    expect(container).toHaveTextContent(/^Loading…?$/);
  });
});
