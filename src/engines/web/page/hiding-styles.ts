import { fontSizeOf, NARROW, pixelsOf, splitOutside, WIDE } from './css-values.ts';

/** The looks of an element: its properties with the values that count in the end. */
export type Looks = ReadonlyMap<string, string>;

/** Properties that the elements inside take over, unless they say otherwise. */
export const INHERITED: ReadonlySet<string> = new Set([
  ...['visibility', 'font-size', 'color', '-webkit-text-fill-color'],
]);

/** A way to keep text from being seen: the property that does it, and whether it does. */
interface Way {
  readonly property: string;
  readonly hides: (value: string, looks: Looks) => boolean;
}

/** So far to one side of the screen nobody scrolls. */
const AWAY_PX = 500;
const TINY_PX = 2;

/** On wide screens and narrow ones: what depends on their width hides on one of them, and not on the other. */
const onScreens = (value: string, fits: (pixels: number) => boolean): boolean =>
  [WIDE, NARROW].every((scale) => {
    const pixels = pixelsOf(value, scale);
    return pixels !== undefined && fits(pixels);
  });
const isZero = (value: string): boolean => onScreens(value, (pixels) => pixels >= 0 && pixels < TINY_PX);
const isAway = (value: string): boolean => onScreens(value, (pixels) => pixels <= -AWAY_PX);
const BLANKS = ' \t\n\r\f';
const isPartAway = (value: string): boolean => splitOutside(value, BLANKS).some(isAway);
const isClipped = (_: string, looks: Looks): boolean =>
  /hidden|clip/.test(`${looks.get('overflow')} ${looks.get('overflow-x')} ${looks.get('overflow-y')}`);
const isOut = (looks: Looks): boolean => /absolute|fixed/.test(looks.get('position') ?? '');
const isFaint = (value: string): boolean => (pixelsOf(value, { ...WIDE, '%': 0.01 }) ?? 1) < 0.05;
/** Set back to the left and filled up again from there, as a ground over the whole width is made. */
const isPadded = (looks: Looks): boolean =>
  ['padding', 'padding-left', 'padding-top'].some((name) =>
    splitOutside(looks.get(name) ?? '', BLANKS).some((part) => (pixelsOf(part, WIDE) ?? 0) >= AWAY_PX),
  );

const WAYS: readonly Way[] = [
  { property: 'display', hides: (value) => value === 'none' },
  { property: 'visibility', hides: (value) => value === 'hidden' || value === 'collapse' },
  { property: 'content-visibility', hides: (value) => value === 'hidden' },
  { property: 'opacity', hides: isFaint },
  { property: 'filter', hides: (value) => /opacity\(\s*0(?:\.0*)?%?\s*\)/.test(value) },
  { property: 'font-size', hides: (value) => isZero(fontSizeOf(value)) },
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
    hides: (value: string, looks: Looks) => isOut(looks) && isPartAway(value),
  })),
  ...['margin-left', 'margin-top'].map((property) => ({
    property,
    hides: (value: string, looks: Looks) => isAway(value) && !isPadded(looks),
  })),
  { property: 'margin', hides: hidesByMargin },
  { property: 'text-indent', hides: isAway },
  { property: 'zoom', hides: (value) => isFaint(value) },
  ...['mask', 'mask-image', '-webkit-mask', '-webkit-mask-image'].map((property) => ({
    property,
    hides: hidesByMask,
  })),
  { property: 'color', hides: hidesByColour },
  { property: '-webkit-text-fill-color', hides: hidesByColour },
];

/** Properties that have a say in whether an element is seen. */
export const RELEVANT: ReadonlySet<string> = new Set([
  ...WAYS.map(({ property }) => property),
  ...[
    'position',
    'overflow',
    'overflow-x',
    'overflow-y',
    'background',
    'background-color',
    'background-image',
  ],
  ...['background-clip', '-webkit-background-clip', 'padding', 'padding-left', 'padding-top'],
]);

/** The properties that keep an element from being seen; variables without an end are there to keep others from knowing. */
export const hidingProperties = (looks: Looks): string[] =>
  WAYS.flatMap(({ property, hides }) => {
    const value = looks.get(property);
    if (value === undefined) return [];
    return hides(value, looks) || (value.includes('var(') && !property.includes('color')) ? [property] : [];
  });

/** Hundredths are of the element itself there: up to its middle it is only centred. */
const OWN = { ...WIDE, '%': 5 };

function hidesByTransform(value: string): boolean {
  if (/scale[xy3d]*\(\s*0(?:\.0*)?\s*[,)]|matrix\(\s*0\s*,\s*0\s*,/.test(value)) return true;
  const moved = /translate[xy3d]*\((.*)/s.exec(value)?.[1] ?? '';
  const [inside = ''] = splitOutside(moved, ')');
  return splitOutside(inside, ',').some((part) => (pixelsOf(part, OWN) ?? 0) <= -AWAY_PX);
}

function hidesByMargin(value: string, looks: Looks): boolean {
  const [top = '', right = top, , left = right] = splitOutside(value, BLANKS);
  return (isAway(top) || isAway(left)) && !isPadded(looks);
}

function hidesByClipPath(value: string): boolean {
  const inset = /inset\(\s*([\d.]+)%/.exec(value)?.[1];
  if (Number(inset ?? 0) >= 50 || /(?:circle|ellipse)\(\s*0(?:px|%)?[\s)]/.test(value)) return true;
  const corners = /polygon\((.*)\)/s.exec(value)?.[1];
  return corners !== undefined && areaOf(corners) < TINY_PX;
}

/** What a polygon has in it. */
function areaOf(corners: string): number {
  const points = splitOutside(corners, ',')
    .map((corner) => splitOutside(corner, BLANKS).map((part) => pixelsOf(part, WIDE) ?? Number.NaN))
    .filter(({ length }) => length === 2);
  const twice = points.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = points[(i + 1) % points.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** A gradient from nothing to nothing lets nothing through. */
function hidesByMask(value: string): boolean {
  const inside = /^[\w-]*gradient\((.*)\)/s.exec(value)?.[1];
  const stops = splitOutside(inside ?? '', ',').filter(
    (part) => !/^(?:to|at|from)\b|^[-\d.]+(?:deg|turn|rad)/.test(part),
  );
  return (
    stops.length > 0 && stops.every((stop) => colourOf(splitOutside(stop, BLANKS)[0] ?? '') === 'transparent')
  );
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
