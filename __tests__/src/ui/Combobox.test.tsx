import { screen, waitFor } from '@testing-library/react';
import { Combobox, loadCombobox } from '../../../src/ui/Combobox';
import { renderUi } from '../../support/renderUi';

const options = [
  { value: 0, label: 'All applications' },
  { value: 3, label: 'Barista' },
  { value: 8, label: 'Cook' },
];

const show = (onSearch = jest.fn(), onChange = jest.fn()) => ({
  onSearch,
  onChange,
  ...renderUi(
    <Combobox
      label="Job"
      value={0}
      valueLabel="All applications"
      options={options}
      onSearch={onSearch}
      onChange={onChange}
    />,
  ),
});

it('loads its list on the first press, then opens it', async () => {
  const { user, onSearch } = show();
  await user.click(screen.getByRole('combobox', { name: 'Job' }));
  expect(await screen.findByRole('option', { name: 'Barista' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Job' })).toHaveFocus();
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith(''));
});

describe('Combobox', () => {
  beforeAll(loadCombobox);

  it('opens on a click, requests all options and selects by a click', async () => {
    const { user, onSearch, onChange } = show();
    await user.click(screen.getByRole('combobox', { name: 'Job' }));
    expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith(''));
    await user.click(screen.getByRole('option', { name: 'Barista' }));
    expect(onChange).toHaveBeenCalledWith(3);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('moves with the arrows, selects with Enter and closes with Escape', async () => {
    const { user, onSearch, onChange } = show();
    const box = screen.getByRole('combobox');
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    // Until its search has begun, the list holds the options of an earlier text.
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith(''));
    expect(box).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: 'Cook' }).id);
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledWith(8);
    await user.keyboard('{ArrowDown}{Escape}');
    expect(box).toHaveAttribute('aria-expanded', 'false');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('searches for the typed text', async () => {
    const { user, onSearch } = show();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('bar');
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('bar'));
  });

  it('does not report the selected option again', async () => {
    const { user, onChange } = show();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{Enter}');
    expect(onChange).not.toHaveBeenCalled();
  });
});
