/** The looks of an element: its properties with the values that count in the end. */
export type Looks = ReadonlyMap<string, string>;

/** Properties that the elements inside take over, unless they say otherwise. */
export const INHERITED: ReadonlySet<string> = new Set(['visibility', 'font-size', 'color']);

/** A way to keep text from being seen: the property that does it, and whether it does. */
interface Way {
  readonly property: string;
  readonly hides: (value: string, looks: Looks) => boolean;
}

/** So far to one side of the screen nobody scrolls. */
const AWAY_PX = 500;
const TINY_PX = 2;

const isZero = (value: string): boolean => {
  const { size } = measure(value);
  return size !== undefined && size >= 0 && size < TINY_PX;
};
const isAway = (value: string): boolean => (measure(value).size ?? 0) <= -AWAY_PX;
const isClipped = (_: string, looks: Looks): boolean =>
  /hidden|clip/.test(`${looks.get('overflow')} ${looks.get('overflow-x')} ${looks.get('overflow-y')}`);
const isOut = (looks: Looks): boolean => /absolute|fixed/.test(looks.get('position') ?? '');
const isFaint = (value: string): boolean => Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1) < 0.05;

const WAYS: readonly Way[] = [
  { property: 'display', hides: (value) => value === 'none' },
  { property: 'visibility', hides: (value) => value === 'hidden' || value === 'collapse' },
  { property: 'content-visibility', hides: (value) => value === 'hidden' },
  { property: 'opacity', hides: isFaint },
  { property: 'filter', hides: (value) => /opacity\(\s*0(?:\.0*)?%?\s*\)/.test(value) },
  { property: 'font-size', hides: isZero },
  { property: 'transform', hides: hidesByTransform },
  { property: 'scale', hides: (value) => /^0(?:\.0*)?%?\b/.test(value) },
  {
    property: 'clip',
    hides: (value, looks) => isOut(looks) && /rect\(\s*(?:[01](?:px)?[\s,]+){3}/.test(value),
  },
  { property: 'clip-path', hides: hidesByClipPath },
  ...['height', 'width', 'max-height', 'max-width'].map((property) => ({
    property,
    hides: (value: string, looks: Looks) => isZero(value) && isClipped(value, looks),
  })),
  ...['left', 'right', 'top', 'bottom', 'inset'].map((property) => ({
    property,
    hides: (value: string, looks: Looks) => isOut(looks) && isAway(value),
  })),
  ...['text-indent', 'margin-left', 'margin-top'].map((property) => ({ property, hides: isAway })),
  { property: 'color', hides: hidesByColour },
];

/** Properties that have a say in whether an element is seen. */
export const RELEVANT: ReadonlySet<string> = new Set([
  ...WAYS.map(({ property }) => property),
  ...['position', 'overflow', 'overflow-x', 'overflow-y', 'background', 'background-color'],
  ...['background-clip', '-webkit-background-clip'],
]);

/** The properties that keep an element from being seen. */
export const hidingProperties = (looks: Looks): string[] =>
  WAYS.flatMap(({ property, hides }) => {
    const value = looks.get(property);
    return value !== undefined && hides(value, looks) ? [property] : [];
  });

/** A length in pixels, near enough; sizes that depend on something else have none, unless they are nothing. */
function measure(value: string): { readonly size: number | undefined } {
  const [, digits = '', unit = ''] = /^(-?[\d.]+)([a-z%]*)$/.exec(value) ?? [];
  const number = Number.parseFloat(digits);
  if (Number.isNaN(number)) return { size: undefined };
  if (number === 0) return { size: 0 };
  const px = PIXELS[unit];
  return { size: px === undefined ? undefined : number * px };
}

const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 1.33,
  em: 16,
  rem: 16,
  ch: 8,
  cm: 38,
  mm: 3.8,
  in: 96,
  vw: 12,
  vh: 8,
  '%': 12,
};

function hidesByTransform(value: string): boolean {
  if (/scale[xy3d]*\(\s*0(?:\.0*)?\s*[,)]|matrix\(\s*0\s*,\s*0\s*,/.test(value)) return true;
  const moved = /translate[xy3d]*\(([^)]*)\)/.exec(value)?.[1] ?? '';
  return moved.split(',').some((part) => isAway(part.trim()));
}

function hidesByClipPath(value: string): boolean {
  const inset = /inset\(\s*([\d.]+)%/.exec(value)?.[1];
  return Number(inset ?? 0) >= 50 || /circle\(\s*0(?:px|%)?[\s)]/.test(value);
}

/** Without colour, or in that of its ground; where the letters are cut out of a picture they need none. */
function hidesByColour(value: string, looks: Looks): boolean {
  if (`${looks.get('background-clip')} ${looks.get('-webkit-background-clip')}`.includes('text'))
    return false;
  const colour = colourOf(value);
  if (colour === 'transparent') return true;
  const ground = looks.get('background-color') ?? looks.get('background');
  return colour !== undefined && ground !== undefined && colour === colourOf(ground);
}

const NAMED: Readonly<Record<string, string>> = { white: 'ffffff', black: '000000' };

/** The same words for the same colour; undefined where it is not said plainly. */
function colourOf(value: string): string | undefined {
  if (value === 'transparent') return value;
  const hex = /^#([\da-f]{3,8})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const long = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    return long.length === 8 && long.endsWith('00') ? 'transparent' : long.slice(0, 6);
  }
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '');
  if (parts === undefined) return /^[a-z]+$/.test(value) ? (NAMED[value] ?? value) : undefined;
  if (parts[3] !== undefined && isFaint(parts[3])) return 'transparent';
  return parts
    .slice(0, 3)
    .map((part) => Math.round(Number.parseFloat(part)).toString(16).padStart(2, '0'))
    .join('');
}
