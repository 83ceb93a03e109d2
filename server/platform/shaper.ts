import { readFile } from 'node:fs/promises';
import { once } from './once';
import { fromRoot } from './environment';

/** A glyph as pdfkit draws it; lengths are in units of the font. */
interface Glyph {
  id: number;
  advanceWidth: number;
  /** The characters that the glyph stands for, so that text can be copied out of the document. */
  codePoints: number[];
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** A shaped text, from left to right. */
export interface Shaped {
  glyphs: Glyph[];
  positions: Position[];
  /** The sum of the advances in their current unit: pdfkit changes them in place. */
  readonly advanceWidth: number;
}

export type Direction = 'ltr' | 'rtl';

interface ShapingFont {
  has(character: string): boolean;
  shape(text: string, direction: Direction): Shaped;
  /** Frees the memory of the font, which must not be used afterwards. */
  close(): void;
}

/** The functions of HarfBuzz that are used here, as its WebAssembly exports them. */
interface HarfBuzz extends Record<string, unknown> {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  __wasm_call_ctors?(): void;
  malloc(size: number): number;
  free(at: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_font_create(face: number): number;
  hb_font_destroy(font: number): void;
  hb_face_destroy(face: number): void;
  hb_blob_destroy(blob: number): void;
  hb_font_get_glyph_h_advance(font: number, glyph: number): number;
  hb_font_get_nominal_glyph(font: number, code: number, glyph: number): number;
  hb_buffer_create(): number;
  hb_buffer_destroy(buffer: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, itemLength: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_set_cluster_level(buffer: number, level: number): void;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
}

const FILE = 'node_modules/harfbuzzjs/dist/harfbuzz.wasm';
const PAGE_BYTES = 65_536;
/** Bytes of a glyph's information and of its position (hb-buffer.h). */
const RECORD_BYTES = 20;

/**
 * Starts HarfBuzz without its own loader, whose top-level `await` some programs that load the server do not support.
 */
const harfBuzzOf = once(async (): Promise<HarfBuzz> => {
  const refuse = () => {
    throw new Error('HarfBuzz stopped');
  };
  let memory: WebAssembly.Memory | null = null;
  const { instance } = await WebAssembly.instantiate(await readFile(fromRoot(FILE)), {
    wasi_snapshot_preview1: { proc_exit: refuse },
    env: {
      _emscripten_runtime_keepalive_clear: () => undefined,
      _abort_js: refuse,
      _setitimer_js: () => 0,
      emscripten_resize_heap: (bytes: number) => {
        memory?.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES));
        return 1;
      },
    },
  });
  const harfBuzz = instance.exports as unknown as HarfBuzz;
  memory = harfBuzz.memory;
  (harfBuzz._initialize ?? harfBuzz.__wasm_call_ctors)?.();
  return harfBuzz;
});

/**
 * Keeps marks separate from their letter (hb-buffer.h), so that each glyph stands for as few characters as possible.
 */
const CHARACTERS = 1;
/** hb-common.h. */
const DIRECTIONS: Record<Direction, number> = { ltr: 4, rtl: 5 };

const shapeWith = (hb: HarfBuzz, font: number, text: string, direction: Direction): Shaped => {
  const at = hb.malloc(text.length * 2 + 4);
  const buffer = hb.hb_buffer_create();
  try {
    const units = new Uint16Array(hb.memory.buffer, at + 4, text.length);
    for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
    hb.hb_buffer_set_cluster_level(buffer, CHARACTERS);
    hb.hb_buffer_add_utf16(buffer, at + 4, text.length, 0, text.length);
    hb.hb_buffer_guess_segment_properties(buffer);
    hb.hb_buffer_set_direction(buffer, DIRECTIONS[direction]);
    hb.hb_shape(font, buffer, 0, 0);
    const [infos, places] = [hb.hb_buffer_get_glyph_infos(buffer, at), hb.hb_buffer_get_glyph_positions(buffer, at)];
    const view = new DataView(hb.memory.buffer);
    const records = Array.from({ length: view.getUint32(at, true) }, (_, index) => {
      const info = infos + index * RECORD_BYTES;
      const place = places + index * RECORD_BYTES;
      const length = (by: number) => view.getInt32(place + by, true);
      return {
        id: view.getUint32(info, true),
        cluster: view.getUint32(info + 8, true),
        position: { xAdvance: length(0), yAdvance: length(4), xOffset: length(8), yOffset: length(12) },
      };
    });
    // Of several glyphs for the same letters, the first one stands for all of the letters.
    const starts = [...new Set(records.map(({ cluster }) => cluster))].sort((one, other) => one - other);
    const told = new Set<number>();
    const glyphs = records.map(({ id, cluster }): Glyph => {
      const end = starts.find((other) => other > cluster) ?? text.length;
      const letters = told.has(cluster) ? [] : [...text.slice(cluster, end)];
      told.add(cluster);
      return {
        id,
        advanceWidth: hb.hb_font_get_glyph_h_advance(font, id),
        codePoints: letters.map((letter) => letter.codePointAt(0)!),
      };
    });
    const positions = records.map(({ position }) => position);
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  } finally {
    hb.hb_buffer_destroy(buffer);
    hb.free(at);
  }
};

/** HarfBuzz may write to its copy of a font. */
const WRITABLE = 2;

/** Opens a TrueType font. */
export const openFont = async (bytes: Buffer): Promise<ShapingFont> => {
  const hb = await harfBuzzOf();
  const data = hb.malloc(bytes.length);
  new Uint8Array(hb.memory.buffer, data, bytes.length).set(bytes);
  const blob = hb.hb_blob_create(data, bytes.length, WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const font = hb.hb_font_create(face);
  // The font keeps its face alive, and the face its blob.
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  const glyph = hb.malloc(4);
  return {
    has: (character) => hb.hb_font_get_nominal_glyph(font, character.codePointAt(0)!, glyph) !== 0,
    shape: (text, direction) => shapeWith(hb, font, text, direction),
    close: () => {
      hb.hb_font_destroy(font);
      hb.free(glyph);
      hb.free(data);
    },
  };
};
