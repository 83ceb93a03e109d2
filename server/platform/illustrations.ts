/** Colours of skin, hair, clothes and background. Backgrounds are light, so that portraits are clear at 40 px. */
const SKIN = ['#f3d3b5', '#e9bf9a', '#d9a57c', '#c68c63', '#a8714b', '#f0c9a8'] as const;
const HAIR = ['#2b211c', '#3d2b22', '#54382a', '#6f4b32', '#8a6242', '#1f1b1a'] as const;
const GREY = '#a9a6a3';
const CLOTHES = ['#3b5b8c', '#4d7c6f', '#8c4a5b', '#6b5b95', '#b0793a', '#4a5568', '#2f6f8f', '#7a8450'] as const;
const BACK = ['#e6eef7', '#e9f3ec', '#f7ece6', '#efeaf6', '#f6f1e1', '#e4f1f2'] as const;
const MARKS = ['#20639b', '#3caea3', '#b5533c', '#6b5b95', '#c08a2b', '#2f7d5b', '#7d4e57', '#34568b'] as const;

/** Returns the hex digits of a key (`avatar-<32 hex>`); hashes any other text to digits. */
const digitsOf = (seed: string): number[] => {
  const hex = /([0-9a-f]{32})$/.exec(seed)?.[1];
  if (hex) return [...hex].map((digit) => parseInt(digit, 16));
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return Array.from({ length: 32 }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 28);
};

const choose = <T>(list: readonly [T, ...T[]], first = 0, second = 0): T =>
  list[(first * 16 + second) % list.length] ?? list[0];

const svg = (title: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="320" height="320" data-kind="${title}">${body}</svg>`;

const shortHair = (style: number, colour: string): string =>
  [
    `<path d="M28 42c-2-16 8-26 20-26s22 10 20 26c-3-8-8-12-20-12s-17 4-20 12z" fill="${colour}"/>`,
    `<path d="M28 41c-1-15 7-25 21-25 12 0 20 9 19 25-2-6-5-9-8-10-9 3-18 2-24-2-4 2-7 6-8 12z" fill="${colour}"/>`,
    `<path d="M29 40c-2-14 6-23 19-23s21 9 19 23c-2-5-4-8-7-9H36c-3 1-5 4-7 9z" fill="${colour}"/>`,
  ][style % 3] ?? '';

/** Draws long hair in two layers: the part behind the shoulders, and the fringe over the face. */
const longHair = (style: number, colour: string): { behind: string; front: string } => ({
  behind:
    style % 3 === 2
      ? `<circle cx="48" cy="14" r="9" fill="${colour}"/>`
      : `<path d="M26 42c-1-18 9-28 22-28s23 10 22 28c0 12 1 ${style % 2 ? 20 : 28} 3 ${style % 2 ? 24 : 34}H23c2-8 3-20 3-34z" fill="${colour}"/>`,
  front: `<path d="M28 44c-2-17 8-27 20-27s22 10 20 27c-3-7-6-11-10-13-7 4-16 4-${style % 2 ? 20 : 22} 1-4 3-6 6-8 12z" fill="${colour}"/>`,
});

/**
 * Draws a friendly portrait as SVG without text, scripts or links; the same seed gives the same portrait. The first hex
 * digit of the key picks short hair (0–7) or long hair (8–f); a second digit f means grey hair; the rest picks colours.
 */
export const avatarSvg = (seed: string): string => {
  const d = digitsOf(seed);
  const skin = choose(SKIN, d[2], d[3]);
  const hair = d[1] === 15 ? GREY : choose(HAIR, d[4], d[5]);
  const clothes = choose(CLOTHES, d[6], d[7]);
  const style = d[8] ?? 0;
  const long = (d[0] ?? 0) >= 8;
  const layers = long ? longHair(style, hair) : { behind: '', front: shortHair(style, hair) };
  const smile = 3 + (d[9] ?? 0) / 5;
  const glasses =
    (d[10] ?? 0) > 12
      ? '<g fill="none" stroke="#3a3a3a" stroke-width="1.4"><circle cx="40" cy="46" r="5"/><circle cx="56" cy="46" r="5"/><path d="M45 46h6"/></g>'
      : '';
  const collar = (d[11] ?? 0) > 7 ? `<path d="M40 70l8 10 8-10z" fill="#ffffff" opacity=".85"/>` : '';
  return svg(
    'avatar',
    `<rect width="96" height="96" fill="${choose(BACK, d[12], d[13])}"/>${layers.behind}` +
      `<path d="M14 96c2-18 16-25 34-25s32 7 34 25z" fill="${clothes}"/>` +
      `<path d="M41 60h14v11c0 5-14 5-14 0z" fill="${skin}"/><path d="M41 64c4 4 10 4 14 0v3c-4 4-10 4-14 0z" opacity=".12"/>${collar}` +
      `<circle cx="29" cy="47" r="4" fill="${skin}"/><circle cx="67" cy="47" r="4" fill="${skin}"/>` +
      `<path d="M30 40c0-14 8-20 18-20s18 6 18 20c0 16-8 27-18 27S30 56 30 40z" fill="${skin}"/>${layers.front}` +
      `<g fill="#2c2522"><circle cx="40" cy="46" r="1.9"/><circle cx="56" cy="46" r="1.9"/></g>` +
      `<g fill="none" stroke-linecap="round"><path d="M36.5 41q3.5-2.5 7 0M52.5 41q3.5-2.5 7 0" stroke="${hair}" stroke-width="1.6"/>` +
      `<path d="M48 47v5.5" stroke="#000" stroke-opacity=".18" stroke-width="1.6"/>` +
      `<path d="M42 57.5q6 ${smile.toFixed(1)} 12 0" stroke="#9c4a45" stroke-width="1.8"/></g>${glasses}`,
  );
};

/** Draws a simple geometric logo of a company as SVG; the same seed gives the same logo. */
export const logoSvg = (seed: string): string => {
  const d = digitsOf(seed);
  const main = choose(MARKS, d[0], d[1]);
  const shapes = [
    `<circle cx="48" cy="48" r="24" fill="#fff"/><circle cx="56" cy="42" r="15" fill="${main}"/>`,
    '<path d="M48 22l26 45H22z" fill="#fff"/>',
    `<rect x="26" y="26" width="20" height="20" rx="4" fill="#fff"/><rect x="50" y="50" width="20" height="20" rx="4" fill="#fff"/><circle cx="60" cy="36" r="10" fill="#fff" opacity=".6"/>`,
    '<path d="M24 60c0-22 10-34 24-34s24 12 24 34z" fill="#fff"/><path d="M24 66h48" stroke="#fff" stroke-width="6" stroke-linecap="round"/>',
    '<path d="M48 22l22 13v26L48 74 26 61V35z" fill="none" stroke="#fff" stroke-width="7" stroke-linejoin="round"/>',
  ];
  return svg(
    'logo',
    `<rect width="96" height="96" rx="20" fill="${main}"/>` +
      `<g transform="rotate(${((d[2] ?? 0) % 4) * 90} 48 48)">${shapes[(d[3] ?? 0) % shapes.length]}</g>`,
  );
};

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
