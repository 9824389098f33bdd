// State: everything that a link to a view keeps, and signals when parts of it change.
import { Signal } from './signal';
import type { Vec } from './types';

// What is drawn over the ground besides paths. The first four colour it: one at a time.
export type Shown = 'cells' | 'merging' | 'expansions' | 'wave' | 'gates' | 'search' | 'runners';
const colouring: Shown[] = ['cells', 'merging', 'expansions', 'wave'];
export type Settings = Record<string, string | number | boolean>;

export interface ViewState {
  world: string; // its name; ids differ from server to server
  from: Vec | null; // world coordinates
  to: Vec | null;
  profile: string;
  shape: string;
  planners: string[];
  selected: string; // the planner whose profile is shown
  colour: string;
  edges: boolean;
  relief: number; // heights are drawn so many times as high
  shown: Partial<Record<Shown, Settings>>; // with the settings that bring it back
  camera: number[] | null; // position, then target, local coordinates
  theme: 'light' | 'dark';
}

export const initial: ViewState = {
  world: '',
  from: null,
  to: null,
  profile: 'hiker',
  shape: 'cheapest',
  planners: ['auto', 'a_star'],
  selected: '',
  colour: 'height',
  edges: true,
  relief: 1,
  shown: {},
  camera: null,
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
};

export const state: ViewState = structuredClone(initial);
export const changed = new Signal<keyof ViewState>();

export function set<K extends keyof ViewState>(key: K, value: ViewState[K]): void {
  state[key] = value;
  changed.emit(key);
}

// Keeps in the address what is shown, with its settings; null: it is no longer.
export function keepShown(what: Shown, settings: object | null): void {
  const shown = { ...state.shown };
  if (settings && colouring.includes(what)) for (const other of colouring) delete shown[other];
  if (settings) shown[what] = { ...settings } as Settings;
  else delete shown[what];
  set('shown', shown);
}

// Puts the settings that the address has for `what` into `values`. False: it has none.
export function restoreShown(what: Shown, values: object): boolean {
  const kept = state.shown[what];
  if (!kept) return false;
  const known = values as Settings;
  for (const [name, value] of Object.entries(kept)) if (typeof known[name] === typeof value) known[name] = value;
  return true;
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
}

// The part of the state that differs from a fresh page, for addresses.
export function toHash(): string {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(initial) as (keyof ViewState)[]) {
    if (JSON.stringify(state[key]) !== JSON.stringify(initial[key])) kept[key] = state[key];
  }
  return '#' + encodeURIComponent(JSON.stringify(kept, rounded));
}

const isVec = (value: unknown): value is Vec =>
  Array.isArray(value) && value.length === 3 && value.every((n) => typeof n === 'number' && Number.isFinite(n));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

// True where `value` can stand for a field. Addresses come from anywhere.
function fits(key: keyof ViewState, value: unknown): boolean {
  if (key === 'from' || key === 'to') return value === null || isVec(value);
  if (key === 'planners') return Array.isArray(value) && value.length <= 32 && value.every((p) => typeof p === 'string');
  if (key === 'camera') {
    return value === null || (Array.isArray(value) && value.length === 6 && value.every((n) => Number.isFinite(n)));
  }
  if (key === 'shown') return isObject(value) && Object.values(value).every(isObject);
  if (key === 'theme') return value === 'light' || value === 'dark';
  return typeof value === typeof initial[key];
}

// Returns false for an address that is no state.
export function fromHash(hash: string): boolean {
  if (hash.length < 2) return true;
  try {
    const kept = JSON.parse(decodeURIComponent(hash.slice(1))) as Record<string, unknown>;
    for (const key of Object.keys(initial) as (keyof ViewState)[]) {
      if (key in kept && fits(key, kept[key])) Object.assign(state, { [key]: kept[key] });
    }
    return true;
  } catch {
    return false;
  }
}
