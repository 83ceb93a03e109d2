interface Tones {
  back: string;
  floor: string;
  main: string;
  dark: string;
  light: string;
}

const TONES: readonly [Tones, ...Tones[]] = [
  { back: '#fbeee6', floor: '#f1dccb', main: '#c8643c', dark: '#5a3323', light: '#fffaf5' },
  { back: '#e8f1ee', floor: '#d3e4de', main: '#2f7d6b', dark: '#1f453d', light: '#f8fdfb' },
  { back: '#eaeff8', floor: '#d6e0f0', main: '#3d66a8', dark: '#223a61', light: '#f8faff' },
  { back: '#fbf3dc', floor: '#f0e2b9', main: '#c4922a', dark: '#5b4416', light: '#fffdf5' },
];

const cup = ({ main, dark, light }: Tones): string =>
  `<path d="M300 168h96v52a44 44 0 0 1-44 44h-8a44 44 0 0 1-44-44z" fill="${main}"/>` +
  `<path d="M396 180h14a22 22 0 0 1 0 44h-16" fill="none" stroke="${main}" stroke-width="12"/>` +
  `<ellipse cx="348" cy="168" rx="48" ry="10" fill="${dark}"/><ellipse cx="348" cy="272" rx="76" ry="10" fill="${light}"/>` +
  `<path d="M330 140q-10-14 0-28t0-28M366 140q-10-14 0-28t0-28" fill="none" stroke="${dark}" stroke-opacity=".35" stroke-width="6" stroke-linecap="round"/>`;

const pot = ({ main, dark, light }: Tones): string =>
  `<rect x="256" y="164" width="176" height="112" rx="16" fill="${main}"/><rect x="244" y="150" width="200" height="20" rx="10" fill="${dark}"/>` +
  `<rect x="328" y="132" width="32" height="20" rx="8" fill="${dark}"/><path d="M256 196h-26v22h26M432 196h26v22h-26" fill="none" stroke="${dark}" stroke-width="10"/>` +
  `<path d="M282 196v52" stroke="${light}" stroke-opacity=".6" stroke-width="10" stroke-linecap="round"/>` +
  `<path d="M510 276V150m0 0c-20-6-20-50 0-54 20 4 20 48 0 54z" fill="${main}" stroke="${dark}" stroke-width="8"/>`;

const basket = ({ main, dark, light }: Tones): string =>
  `<circle cx="314" cy="158" r="30" fill="#c94f4f"/><circle cx="366" cy="150" r="34" fill="#e0a83e"/><rect x="388" y="96" width="30" height="90" rx="8" fill="#5f9a57"/>` +
  `<path d="M250 176h196l-22 104H272z" fill="${main}"/><rect x="238" y="164" width="220" height="22" rx="11" fill="${dark}"/>` +
  `<path d="M300 204l8 58M348 204v58M396 204l-8 58" stroke="${light}" stroke-opacity=".7" stroke-width="8" stroke-linecap="round"/>`;

const boxes = ({ main, dark, light }: Tones): string =>
  `<rect x="236" y="180" width="104" height="100" rx="6" fill="${main}"/><rect x="352" y="180" width="104" height="100" rx="6" fill="${dark}"/><rect x="294" y="76" width="104" height="100" rx="6" fill="${main}" fill-opacity=".8"/>` +
  `<path d="M278 180h20v34h-20zM394 180h20v34h-20zM336 76h20v34h-20z" fill="${light}" fill-opacity=".8"/>`;

const bucket = ({ main, dark, light }: Tones): string =>
  `<path d="M280 176h136l-16 104H296z" fill="${main}"/><ellipse cx="348" cy="176" rx="68" ry="14" fill="${dark}"/>` +
  `<path d="M286 170a62 62 0 0 1 124 0" fill="none" stroke="${dark}" stroke-width="8"/>` +
  `<circle cx="330" cy="160" r="14" fill="${light}"/><circle cx="356" cy="152" r="20" fill="${light}"/><circle cx="382" cy="164" r="12" fill="${light}"/>` +
  `<path d="M480 80v150" stroke="${dark}" stroke-width="10" stroke-linecap="round"/><path d="M456 226h48l14 54h-76z" fill="${main}"/>`;

const desk = ({ main, dark, light }: Tones): string =>
  `<rect x="252" y="92" width="192" height="124" rx="10" fill="${dark}"/><rect x="264" y="104" width="168" height="100" rx="4" fill="${light}"/>` +
  `<path d="M284 128h76M284 150h116M284 172h56" stroke="${main}" stroke-width="8" stroke-linecap="round"/>` +
  `<path d="M336 216h24v24h-24z" fill="${dark}"/><rect x="300" y="238" width="96" height="12" rx="6" fill="${dark}"/><rect x="196" y="268" width="304" height="14" rx="7" fill="${main}"/>`;

const MOTIFS = [cup, pot, basket, boxes, bucket, desk] as const;

const digit = (seed: string, at: number): number => parseInt(seed[at] ?? '0', 16) || 0;

/**
 * Draws the cover of a demo job as SVG of 688 × 352 px, without text, scripts or links; the same seed (32 hex digits)
 * gives the same cover. The first digit picks the subject, in the order of the demo's job categories; the second one
 * the colours.
 */
export const sceneSvg = (seed: string): string => {
  const tones = TONES[digit(seed, 1) % TONES.length] ?? TONES[0];
  const draw = MOTIFS[digit(seed, 0) % MOTIFS.length] ?? cup;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 688 352" width="688" height="352" data-kind="scene">` +
    `<rect width="688" height="352" fill="${tones.back}"/><rect y="276" width="688" height="76" fill="${tones.floor}"/>` +
    `<g fill="${tones.light}"><rect x="60" y="56" width="104" height="136" rx="6"/><rect x="544" y="56" width="84" height="84" rx="6"/></g>` +
    `<path d="M112 56v136M60 124h104" stroke="${tones.back}" stroke-width="8"/>${draw(tones)}</svg>`
  );
};
