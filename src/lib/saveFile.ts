/** Offers a file to the user as a download. */
export type SaveFile = (file: { blob: Blob; name: string }) => void;

/** Some browsers read the address only after the click, so it stays valid for this many milliseconds. */
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
