import type { ReactNode } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { object } from 'yup';
import { requiredText } from '../../../src/lib/rules';
import { FormModal } from '../../../src/ui/FormModal';
import { TextAreaField } from '../../../src/ui/fields';
import { TextField } from '../../../src/ui/TextField';
import { renderUi } from '../../support/renderUi';

const renderForm = (children: ReactNode, sent = jest.fn()) =>
  renderUi(
    <FormModal
      title="T"
      action="Send"
      failure={null}
      isBusy={false}
      isRestored={false}
      initialValues={{ name: '', note: '' }}
      schema={object({ name: requiredText() })}
      onSubmit={sent}
      onClose={jest.fn()}
    >
      {children}
    </FormModal>,
  );

test('shows and focuses errors only when the button is released', async () => {
  const sent = jest.fn();
  const { user } = renderForm(<TextField name="name" label="Name" />, sent);
  const field = await screen.findByLabelText('Name');
  const button = screen.getByRole('button', { name: 'Send' });
  await user.click(field);
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(field).not.toBeInvalid();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(await screen.findByText('This field is required.')).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  expect(sent).not.toHaveBeenCalled();
});

test.each([
  ['a text area', 'Note', <TextAreaField key="note" name="note" label="Note" />],
  ['a line', 'Name', <TextField key="name" name="name" label="Name" />],
])('moves the focus to the first field: %s', async (_name, label, field) => {
  renderForm(
    <>
      <button type="button">Example</button>
      {field}
      <TextField name="other" label="Other" />
    </>,
  );
  expect(await screen.findByLabelText(label)).toHaveFocus();
});
