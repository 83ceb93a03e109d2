import { screen, waitFor } from '@testing-library/react';
import { object } from 'yup';
import { requiredText } from '../../../src/lib/rules';
import { FormModal } from '../../../src/ui/FormModal';
import { TextField } from '../../../src/ui/TextField';
import { renderUi } from '../../support/renderUi';

test('shows and focuses errors only when the button is released', async () => {
  const sent = jest.fn();
  const { user } = renderUi(
    <FormModal
      title="T"
      action="Send"
      failure={null}
      isBusy={false}
      isRestored={false}
      initialValues={{ name: '' }}
      schema={object({ name: requiredText() })}
      onSubmit={sent}
      onClose={jest.fn()}
    >
      <TextField name="name" label="Name" />
    </FormModal>,
  );
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
