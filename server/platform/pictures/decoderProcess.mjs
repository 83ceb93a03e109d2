// The process that decodes pictures from outside, one at a time; `decoder.ts` starts it. It answers each message with
// the bytes of a new JPEG, or null when the file is no picture of the given formats and sizes.
import sharp from 'sharp';

/** Memory for one picture: 64 MB minus the needs of the rest of the work. */
const HELD_BYTES_MAX = 32_000_000;
/** A longer side would mean long lines, and the decoder holds many of them. */
const SIDE_MAX = 8_000;

// No picture is decoded twice, so a cache is useless; each further thread would hold more lines.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Returns the memory that a picture needs. A picture that arrives line by line is shrunk while it is read. A
 * progressive one is held whole, as coefficients or samples; so, nearly, is a PNG that must be rotated or has 16 bits
 * a sample.
 */
const heldBytesOf = ({ format, width, height, channels, depth, isProgressive, orientation = 1 }) => {
  const isHeld = isProgressive || (format === 'png' && (depth === 'ushort' || orientation > 1));
  const sampleBytes = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return isHeld ? width * height * channels * sampleBytes : 0;
};

const decode = async (bytes, { formats, failOn, pixelsMax, width, height, quality }) => {
  const source = sharp(bytes, { failOn, limitInputPixels: pixelsMax });
  const metadata = await source.metadata();
  const isTaken = formats.includes(metadata.format) && Math.max(metadata.width, metadata.height) <= SIDE_MAX;
  if (!isTaken || heldBytesOf(metadata) > HELD_BYTES_MAX) return null;
  return source
    .rotate()
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer();
};

process.on('message', ({ bytes, rules }) => {
  decode(Buffer.from(bytes), rules).then(
    (encoded) => process.send(encoded),
    () => process.send(null),
  );
});
process.on('disconnect', () => process.exit());
