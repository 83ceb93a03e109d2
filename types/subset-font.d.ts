declare module 'subset-font' {
  const subsetFont: (
    bytes: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; targetFormat: 'truetype'; variationAxes: { wght: number } },
  ) => Promise<Buffer>;
  export default subsetFont;
}
