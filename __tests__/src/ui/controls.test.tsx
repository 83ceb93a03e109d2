import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { Formik, Form } from 'formik';
import { object, string } from 'yup';
import { Button } from '../../../src/ui/Button';
import { ConfirmDialog, Modal } from '../../../src/ui/Modal';
import { SearchField } from '../../../src/ui/SearchField';
import { Segmented } from '../../../src/ui/Segmented';
import { Slider } from '../../../src/ui/Slider';
import { PasswordField, TextField } from '../../../src/ui/TextField';
import { Toasts } from '../../../src/ui/Toasts';
import { renderUi } from '../../support/renderUi';

describe('Button', () => {
  it('ignores clicks while busy', async () => {
    const onClick = jest.fn();
    const { user } = renderUi(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  });
});

describe('fields', () => {
  const show = () =>
    renderUi(
      <Formik
        initialValues={{ email: '', password: '' }}
        validationSchema={object({
          email: string().required('validation.required'),
          password: string().min(6, ({ min }) => ({ id: 'validation.tooShort', values: { min } })),
        })}
        onSubmit={jest.fn()}
      >
        <Form>
          <TextField name="email" label="Email" hint="At work" />
          <PasswordField name="password" label="Password" />
          <button type="submit">Go</button>
        </Form>
      </Formik>,
    );

  it('shows an error at the field, by id or by id and values', async () => {
    const { user } = show();
    await user.type(screen.getByLabelText('Password'), 'abc');
    await user.click(screen.getByRole('button', { name: 'Go' }));
    expect(await screen.findByText('This field is required.')).toBeInTheDocument();
    expect(screen.getByText('Use at least 6 characters.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('At work This field is required.');
  });

  it('shows and hides a password', async () => {
    const { user } = show();
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});

describe('SearchField', () => {
  it('submits on Enter, and an empty text by its clear button', async () => {
    const onSubmit = jest.fn();
    const Box = () => {
      const [text, setText] = useState('');
      return <SearchField label="Search" value={text} onChange={setText} onSubmit={onSubmit} />;
    };
    const { user } = renderUi(<Box />);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'cook{Enter}');
    expect(onSubmit).toHaveBeenCalledWith('cook');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(onSubmit).toHaveBeenLastCalledWith('');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

describe('Modal', () => {
  it('closes on Escape only where the user may dismiss it', async () => {
    const onClose = jest.fn();
    const { user, unmount } = renderUi(<Modal open title="Filter" onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'Filter' });
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    unmount();
    renderUi(<Modal open title="Sign in again" />);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });

  it('leaves room for all notices above it', async () => {
    const given = globalThis.ResizeObserver;
    globalThis.ResizeObserver = class {
      constructor(callback: ResizeObserverCallback) {
        callback([], this);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    const toasts = [1, 2].map((id) => ({ id, kind: 'info' as const, text: `Notice ${id}` }));
    renderUi(<Toasts toasts={toasts} onClose={jest.fn()} />);
    const list = screen.getByText('Notice 1').closest('ul')!;
    Object.defineProperty(list, 'offsetHeight', { value: 168 });
    renderUi(<Modal open title="Filter" onClose={jest.fn()} />);
    const dialog = await screen.findByRole('dialog', { name: 'Filter' });
    expect(dialog.style.getPropertyValue('--notices')).toBe('168px');
    globalThis.ResizeObserver = given;
  });

  it('focuses the given element, and returns the focus to its opener', async () => {
    const Opener = () => {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          <Modal open={open} title="Sign in again" focusOn="[name=password]" onClose={() => setOpen(false)}>
            <input name="password" aria-label="Password" />
          </Modal>
        </>
      );
    };
    const { user } = renderUi(<Opener />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('textbox', { name: 'Password' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });

  it('labels the confirm button with the action', async () => {
    const onConfirm = jest.fn();
    const { user } = renderUi(
      <ConfirmDialog
        open
        title="Remove?"
        text="They stay."
        action="Remove"
        onConfirm={onConfirm}
        onCancel={jest.fn()}
      />,
    );
    expect(screen.getByRole('dialog', { name: 'Remove?' })).toHaveAccessibleDescription('They stay.');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});

describe('Segmented', () => {
  it('always keeps one option selected', async () => {
    const onChange = jest.fn();
    const options = [
      { value: 'any', label: 'All' },
      { value: 'yes', label: 'Yes' },
    ];
    const { user } = renderUi(<Segmented label="Came" value="any" options={options} onChange={onChange} />);
    await user.click(screen.getByRole('radio', { name: 'All' }));
    expect(onChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(onChange).toHaveBeenCalledWith('yes');
  });

  it('ignores presses and keeps the focus while it is busy', async () => {
    const onChange = jest.fn();
    const options = [
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
    ];
    const { user } = renderUi(<Segmented busy label="Filters" value="on" options={options} onChange={onChange} />);
    await user.click(screen.getByRole('radio', { name: 'Off' }));
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('radio', { name: 'Off' })).toHaveFocus();
    expect(screen.getByRole('radiogroup', { name: 'Filters' })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('Slider', () => {
  it('has a named thumb for each number and moves with the arrow keys', async () => {
    const onChange = jest.fn();
    const { user } = renderUi(
      <Slider
        label="Age"
        value={[1, 99]}
        min={1}
        max={99}
        thumbLabels={['Minimum age', 'Maximum age']}
        textOf={([min, max]) => `${min} to ${max}`}
        onChange={onChange}
      />,
    );
    screen.getByRole('slider', { name: 'Minimum age' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenLastCalledWith([2, 99]);
  });
});
