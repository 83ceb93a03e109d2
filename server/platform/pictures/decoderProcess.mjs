// The process in which pictures from outside are decoded, one at a time: `decoder.ts` starts it. It answers each message with
// the bytes of a new JPEG, or null when the file is no picture of the given formats and sizes.
import sharp from 'sharp';

/** What one picture may hold at once: 64 MB less what the rest of the work takes. */
const HELD_BYTES_MAX = 32_000_000;
/** A longer side would make long lines, of which the decoder holds many. */
const SIDE_MAX = 8_000;

// No picture comes twice, and each thread more would hold lines of its own.
sharp.cache(false);
sharp.concurrency(1);

/**
 * A picture that comes line by line is shrunk on the way. One that comes in passes is held whole, as coefficients or samples;
 * so, nearly, is a PNG that has to be turned or has 16 bits a sample.
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
    (made) => process.send(made),
    () => process.send(null),
  );
});
process.on('disconnect', () => process.exit());
