import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, Formik } from 'formik';
import { object } from 'yup';
import { requiredText } from '../../../src/lib/rules';
import { TextField } from '../../../src/ui/TextField';
import { turns } from '../../support/fakeClock';
import { renderUi } from '../../support/renderUi';

const ERROR = 'This field is required.';

/** A form with a required field above a button; `pressed` receives whether the error was there at the click. */
const setUp = async () => {
  const pressed = jest.fn();
  const shown = renderUi(
    <Formik initialValues={{ name: '' }} validationSchema={object({ name: requiredText() })} onSubmit={jest.fn()}>
      <Form>
        <TextField name="name" label="Name" />
        <button type="button" onClick={() => pressed(screen.queryByText(ERROR) !== null)}>
          Help
        </button>
      </Form>
    </Formik>,
  );
  await shown.user.click(screen.getByLabelText('Name'));
  return { ...shown, pressed, button: screen.getByRole('button') };
};

/** jsdom has no pointer events with buttons. */
const pointer = (at: Element, type: string, init: MouseEventInit) =>
  fireEvent(at, new MouseEvent(type, { bubbles: true, ...init }));

const validate = () => act(turns);

describe('the error of a field that was left empty', () => {
  it.each(['MouseLeft', 'TouchA'])('appears after the press that left it (%s)', async (key) => {
    const { user, pressed, button } = await setUp();
    await user.pointer([{ keys: `[${key}>]`, target: button }]);
    await validate();
    expect(screen.queryByText(ERROR)).toBeNull();
    await user.pointer([{ keys: `[/${key}]`, target: button }]);
    expect(pressed.mock.calls).toEqual([[false]]);
    expect(await screen.findByText(ERROR)).toBeVisible();
  });

  it('appears at once when the Tab key left it', async () => {
    const { user } = await setUp();
    await user.tab();
    expect(await screen.findByText(ERROR)).toBeVisible();
  });

  it.each([
    ['a menu that swallowed the release', (at: Element) => pointer(at, 'pointermove', { buttons: 0 })],
    ['a scroll by finger', (at: Element) => fireEvent.pointerCancel(at)],
    ['the next key', (at: Element) => fireEvent.keyDown(at, { key: 'a' })],
  ])('does not wait for ever after %s', async (_what, end) => {
    const { button } = await setUp();
    pointer(button, 'pointerdown', { button: 0 });
    pointer(button, 'pointermove', { buttons: 1 });
    fireEvent.blur(screen.getByLabelText('Name'));
    await validate();
    expect(screen.queryByText(ERROR)).toBeNull();
    end(screen.getByLabelText('Name'));
    expect(await screen.findByText(ERROR)).toBeVisible();
  });

  it('waits for the press although leaving a field sends its change', async () => {
    const { user, pressed, button } = await setUp();
    await user.pointer([{ keys: '[MouseLeft>]', target: button }]);
    fireEvent(screen.getByLabelText('Name'), new Event('change', { bubbles: true }));
    await validate();
    await user.pointer([{ keys: '[/MouseLeft]', target: button }]);
    expect(pressed.mock.calls).toEqual([[false]]);
  });

  it('does not wait for the right mouse button', async () => {
    const { button } = await setUp();
    pointer(button, 'pointerdown', { button: 2 });
    fireEvent.blur(screen.getByLabelText('Name'));
    await waitFor(() => expect(screen.getByText(ERROR)).toBeVisible());
  });
});
