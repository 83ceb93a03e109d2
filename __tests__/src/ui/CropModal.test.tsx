import type * as React from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { AvatarField } from '../../../src/ui/AvatarEditor/AvatarField';
import { renderUi } from '../../support/renderUi';

interface EditorProps {
  width: number;
  height: number;
  border: number;
  borderRadius: number;
  scale: number;
  position: { x: number; y: number };
  onImageReady: () => void;
  onLoadFailure: () => void;
}

const mockDrawn = jest.fn<void, [EditorProps]>();

// The journeys test drawing in a real browser.
jest.mock('react-avatar-editor', () => {
  const { useEffect, useImperativeHandle } = jest.requireActual<typeof React>('react');
  return {
    __esModule: true,
    default: function Editor({ ref, ...props }: EditorProps & { ref: React.Ref<unknown> }) {
      useImperativeHandle(ref, () => ({ getImage: () => 'the crop' }));
      useEffect(() => props.onImageReady(), []);
      mockDrawn(props);
      return (
        <button type="button" onClick={props.onLoadFailure}>
          cannot be read
        </button>
      );
    },
  };
});
const mockDraw = jest.fn<string, [string]>();
jest.mock('../../../src/ui/AvatarEditor/picture', () => ({
  pictureProblem: async () => null,
  toJpeg: (crop: string) => mockDraw(crop),
}));

beforeEach(() => void mockDraw.mockReturnValue('data:image/jpeg;base64,AAAA'));

const show = async () => {
  const onChange = jest.fn();
  const view = renderUi(
    <AvatarField name="Ada" src={null} picture={null} label="Picture" onChange={onChange} onDrop={jest.fn()} />,
  );
  const input = view.container.querySelector<HTMLInputElement>('input[type=file]')!;
  await act(async () => fireEvent.change(input, { target: { files: [new File(['x'], 'face.png')] } }));
  await screen.findByRole('dialog');
  return { ...view, onChange };
};
const last = () => mockDrawn.mock.calls.at(-1)![0];

test('shows a circle of 320 px with a border of 40', async () => {
  await show();
  expect(last()).toMatchObject({ width: 320, height: 320, border: 40, borderRadius: 160, scale: 1 });
});

test('zooms from 1 to 2 in steps of 0.01', async () => {
  await show();
  const zoom = screen.getByRole('slider', { name: 'Zoom' });
  expect(['min', 'max', 'step'].map((name) => zoom.getAttribute(name))).toEqual(['1', '2', '0.01']);
  expect(zoom).toHaveFocus();
  fireEvent.change(zoom, { target: { value: '1.37' } });
  expect(last().scale).toBe(1.37);
  expect(zoom).toHaveAttribute('aria-valuetext', expect.stringContaining('137'));
});

test('buttons move the crop, but not beyond the edge', async () => {
  const { user } = await show();
  const right = screen.getByRole('button', { name: 'Show more of the right' });
  await user.click(right);
  expect(last().position).not.toEqual({ x: 0.5, y: 0.5 });
  for (let press = 0; press < 15; press += 1) await user.click(right);
  expect([0, 1]).toContain(last().position.x);
});

test('returns the crop as a JPEG', async () => {
  const { user, onChange } = await show();
  await user.click(screen.getByRole('button', { name: 'Use this picture' }));
  expect(mockDraw).toHaveBeenCalledWith('the crop');
  expect(onChange).toHaveBeenCalledWith('data:image/jpeg;base64,AAAA');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['read', 'drawn'])('reports a picture that cannot be %s as broken', async (what) => {
  const { user, onChange } = await show();
  mockDraw.mockImplementation(() => {
    throw new Error('no canvas');
  });
  await user.click(screen.getByRole('button', { name: what === 'read' ? 'cannot be read' : 'Use this picture' }));
  expect(screen.getByRole('alert')).toBeVisible();
  expect([screen.queryByRole('dialog'), onChange.mock.calls.length]).toEqual([null, 0]);
});
