import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvatarField } from '../../../src/ui/AvatarEditor/AvatarField';
import { pictureProblem } from '../../../src/ui/AvatarEditor/picture';
import { renderUi } from '../../support/renderUi';

// The journeys test drawing in a real browser.
jest.mock('../../../src/ui/AvatarEditor/CropModal', () => ({
  CropModal: ({ file, onDone, onBroken }: { file: File; onDone: (picture: string) => void; onBroken: () => void }) => (
    <>
      <p>{`cropping ${file.name}`}</p>
      <button type="button" onClick={() => onDone('data:image/jpeg;base64,AAAA')}>
        done
      </button>
      <button type="button" onClick={onBroken}>
        broken
      </button>
    </>
  ),
}));

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** jsdom's Blob has no arrayBuffer(). */
const aFile = (name: string, bytes: number[], size = bytes.length): File => {
  const file = new File([new Uint8Array(bytes)], name);
  const slice = () => ({ arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) });
  return Object.defineProperties(file, { size: { value: size }, slice: { value: slice } });
};

/** Fakes the browser's image decoder. `side` is the picture's side in pixels, or null for an unreadable picture. */
const decoder = (side: number | null) =>
  class {
    naturalWidth = side ?? 0;
    naturalHeight = side ?? 0;
    onload: () => void = () => undefined;
    onerror: () => void = () => undefined;
    set src(_address: string) {
      queueMicrotask(() => (side === null ? this.onerror() : this.onload()));
    }
  };

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = jest.fn();
  globalThis.Image = decoder(600) as unknown as typeof Image;
});

test.each([
  ['a JPEG', 'a.jpg', JPEG, undefined, 600, null],
  ['a PNG in capitals', 'A.PNG', PNG, undefined, 600, null],
  ['another kind', 'a.gif', PNG, undefined, 600, 'type'],
  ['no extension', 'picture', JPEG, undefined, 600, 'type'],
  ['15 MB and a byte', 'a.jpg', JPEG, 15 * 1024 * 1024 + 1, 600, 'size'],
  ['a text with the name of a picture', 'a.png', [1, 2, 3, 4, 5, 6, 7, 8], undefined, 600, 'broken'],
  ['an empty file', 'a.png', [], undefined, 600, 'broken'],
  ['a picture that cannot be decoded', 'a.jpg', JPEG, undefined, null, 'broken'],
  ['a tiny picture', 'a.png', PNG, undefined, 16, 'small'],
] as const)('%s', async (_name, name, bytes, size, side, problem) => {
  globalThis.Image = decoder(side) as unknown as typeof Image;
  expect(await pictureProblem(aFile(name, [...bytes], size))).toBe(problem);
});

const open = (picture: string | null = null) => {
  const onChange = jest.fn();
  const onDrop = jest.fn();
  const field = (
    <AvatarField name="Moda" src={null} picture={picture} label="Logo" onChange={onChange} onDrop={onDrop} />
  );
  renderUi(field);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  return { onChange, onDrop, input, person: userEvent.setup({ applyAccept: false, delay: null }) };
};

test('shows an error for a wrong file, and crops and passes on a right one', async () => {
  const { person, input, onChange } = open();
  await person.upload(input, aFile('a.gif', PNG));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a JPG or PNG file.');
  await person.upload(input, aFile('a.png', PNG));
  expect(await screen.findByText('cropping a.png')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'done' }));
  expect(onChange).toHaveBeenCalledWith('data:image/jpeg;base64,AAAA');
  await waitFor(() => expect(screen.queryByText('cropping a.png')).toBeNull());
});

test('shows an error for a picture that the editor cannot draw', async () => {
  const { person, input, onChange } = open();
  await person.upload(input, aFile('a.jpg', JPEG));
  await person.click(await screen.findByRole('button', { name: 'broken' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('We can’t read this file as a picture.');
  expect(onChange).not.toHaveBeenCalled();
});

test('a new picture can be discarded', async () => {
  const { person, onDrop } = open('data:image/jpeg;base64,AAAA');
  await person.click(screen.getByRole('button', { name: 'Keep the old one' }));
  expect(onDrop).toHaveBeenCalled();
});
