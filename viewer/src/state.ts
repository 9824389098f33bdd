// State: everything that a link to a view keeps, and signals when parts of it change.
import { Signal } from './signal';
import type { Vec } from './types';

export interface ViewState {
  world: string; // its name; ids differ from server to server
  from: Vec | null; // world coordinates
  to: Vec | null;
  profile: string;
  shape: string;
  planners: string[];
  colour: string;
  edges: boolean;
  relief: number; // heights are drawn so many times as high
  level: number; // of the cells that are shown; -1: none are
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
  colour: 'height',
  edges: true,
  relief: 1,
  level: -1,
  camera: null,
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
};

export const state: ViewState = structuredClone(initial);
export const changed = new Signal<keyof ViewState>();

export function set<K extends keyof ViewState>(key: K, value: ViewState[K]): void {
  state[key] = value;
  changed.emit(key);
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

// True where `value` can stand for a field. Addresses come from anywhere.
function fits(key: keyof ViewState, value: unknown): boolean {
  if (key === 'from' || key === 'to') return value === null || isVec(value);
  if (key === 'planners') return Array.isArray(value) && value.length <= 32 && value.every((p) => typeof p === 'string');
  if (key === 'camera') {
    return value === null || (Array.isArray(value) && value.length === 6 && value.every((n) => Number.isFinite(n)));
  }
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
