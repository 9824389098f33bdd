// Colours: scales for numbers, and clearly different colours for things.

export type Rgb = [number, number, number];

// Okabe and Ito's colours, which most people can tell apart; for planners.
export const planColours = ['#d62839', '#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#7a5195',
  '#8c6d31', '#17becf', '#bcbd22', '#444444', '#ff7f9e', '#1b7837', '#4b0082', '#a0522d'];

const terrain: Rgb[] = [[58, 110, 80], [112, 150, 88], [178, 184, 120], [196, 168, 122], [168, 136, 112], [236, 236, 236]];
const heat: Rgb[] = [[48, 18, 59], [65, 105, 225], [40, 188, 180], [164, 220, 62], [250, 170, 40], [180, 20, 20]];
const slope: Rgb[] = [[236, 240, 230], [246, 214, 120], [228, 120, 50], [130, 20, 30]];
const blues: Rgb[] = [[240, 244, 250], [120, 180, 220], [20, 70, 150]];
const diverging: Rgb[] = [[245, 245, 240], [253, 190, 110], [220, 60, 40], [90, 0, 40]];

export const scales = { terrain, heat, slope, blues, diverging } as const;
export type ScaleName = keyof typeof scales;

// The colour at `t` from 0 to 1.
export function onScale(name: ScaleName, t: number): Rgb {
  const stops = scales[name];
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  const a = stops[i]!, b = stops[i + 1]!;
  const f = at - i;
  return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f, a[2] + (b[2] - a[2]) * f];
}

const areas: Rgb[] = [[206, 210, 198], [70, 70, 74], [96, 150, 210], [120, 130, 86], [54, 98, 60], [222, 196, 140]];

export function areaColour(area: number): Rgb {
  return areas[area] ?? thingColour(area);
}

// A colour for the thing of that number, always the same.
export function thingColour(number: number): Rgb {
  const hue = (number * 0.61803398875) % 1;
  const light = 0.5 + 0.14 * ((number * 7) % 3);
  return hsl(hue, 0.5, light);
}

function hsl(h: number, s: number, l: number): Rgb {
  const a = s * Math.min(l, 1 - l);
  const f = (n: number) => {
    const k = (n + h * 12) % 12;
    return 255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [f(0), f(8), f(4)];
}

export const css = (c: Rgb) => `rgb(${c.map((v) => Math.round(v)).join(' ')})`;
