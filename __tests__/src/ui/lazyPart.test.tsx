import { useState } from 'react';
import { act, screen } from '@testing-library/react';
import { lazyDialog, lazyPart } from '../../../src/ui/lazyPart';
import { renderUi } from '../../support/renderUi';

const Loaded = ({ name, onClose }: { name: string; onClose?: () => void }) => (
  <p>
    {name} <button onClick={onClose}>Done</button>
  </p>
);

/** A load that fails until the network is back. */
const aNetwork = () => {
  const network = { isCut: true, calls: 0 };
  const load = async () => {
    network.calls += 1;
    if (network.isCut) throw new Error('ChunkLoadError');
    return Loaded;
  };
  return { network, load };
};

const LazyDialogPage = ({ load }: { load: () => Promise<typeof Loaded> }) => {
  const [Dialog] = useState(() => lazyDialog(load));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <h1>The page</h1>
      <button onClick={() => setIsOpen(true)}>Open</button>
      {isOpen && <Dialog name="The dialog" onClose={() => setIsOpen(false)} />}
    </>
  );
};

const SENTENCE = 'We couldn’t load thisWe can’t reach the server. Check your connection, or try again in a minute.';

describe('a dialog that cannot load', () => {
  it('keeps the page, says so in its place and loads on another attempt', async () => {
    const { network, load } = aNetwork();
    const { user } = renderUi(<LazyDialogPage load={load} />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = await screen.findByRole('dialog', { name: 'We couldn’t load this' });
    expect(screen.getByRole('alert')).toHaveTextContent(SENTENCE);
    expect(screen.getByText('The page')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(dialog).toBeInTheDocument();
    expect(network.calls).toBe(2);
    network.isCut = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The dialog')).toBeInTheDocument();
    expect(dialog).not.toBeInTheDocument();
  });

  it('closes by its button and by Escape, and tries again when it opens again', async () => {
    const { network, load } = aNetwork();
    const { user } = renderUi(<LazyDialogPage load={load} />);
    const open = screen.getByRole('button', { name: 'Open' });
    await user.click(open);
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.click(open);
    const dialog = await screen.findByRole('dialog');
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    network.isCut = false;
    await user.click(open);
    expect(await screen.findByText('The dialog')).toBeInTheDocument();
  });

  it('loads by itself when the connection is back', async () => {
    const { network, load } = aNetwork();
    const { user } = renderUi(<LazyDialogPage load={load} />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog');
    network.isCut = false;
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('The dialog')).toBeInTheDocument();
  });
});

describe('another part that cannot load', () => {
  it('says so in its place, and leaves the focus where the part appears', async () => {
    const { network, load } = aNetwork();
    const Part = lazyPart(load, <p>Loading it</p>);
    const { user } = renderUi(
      <main tabIndex={-1}>
        <Part name="The part" />
      </main>,
    );
    expect(screen.getByText('Loading it')).toBeInTheDocument();
    expect(await screen.findByRole('alert')).toHaveTextContent(SENTENCE);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    network.isCut = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The part')).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('renders at once after it has been preloaded', async () => {
    const { network, load } = aNetwork();
    const Part = lazyPart(load);
    Part.preload();
    network.isCut = false;
    await act(async () => Part.preload());
    renderUi(<Part name="The part" />);
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(network.calls).toBe(2);
  });
});
