/** Hands a file to the user: the browser saves it, or asks where to. */
export type SaveFile = (file: { blob: Blob; name: string }) => void;

/** Some browsers read the address only after the click; after this many milliseconds they have. */
const GRACE = 60_000;

export const saveFile: SaveFile = ({ blob, name }) => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), GRACE);
};
