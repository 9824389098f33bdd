// What the server sends, as far as the page reads it.

export type Vec = [number, number, number];

export interface PlannerOption {
  name: string;
  fallback: string;
  range: string;
  unit: string;
  help: string;
  choices: string[];
}
export interface PlannerInfo {
  name: string;
  summary: string;
  exact: boolean;
  builds: string;
  options: PlannerOption[];
}
export interface Named {
  name: string;
  summary: string;
}
export interface GeneratorInfo extends Named {
  kind: string;
  settings: { name: string; help: string; initial: number; least: number; most: number; whole: boolean }[];
}
export interface Catalog {
  version: string;
  planners: PlannerInfo[];
  profiles: Named[];
  graphs: Named[];
  shapes: Named[];
  generators: GeneratorInfo[];
  formats: string;
}

export interface WorldItem {
  id: string;
  name: string;
  faces: number;
  squares: number;
  edits: number;
  state: number;
  stays: boolean;
}
export interface LinkInfo {
  from: Vec;
  to: Vec;
  kind: string;
  two_way: boolean;
}
export interface Followed {
  what: string;
  ground: string;
  how: string;
  found_again?: string; // the part that was not taken over
  seconds?: number; // not yet, where there is none
}
export interface WorldInfo extends WorldItem {
  origin: Vec;
  low: Vec;
  high: Vec;
  y_down: boolean;
  items: 'faces' | 'squares';
  areas: string[];
  height_map: boolean;
  links: LinkInfo[];
  about: Record<string, unknown>;
  notes?: string[];
  painted?: number;
  edit_seconds?: number;
  followed: Followed[]; // how prices and structures followed the last edit
}

export interface PathReply {
  outcome: string;
  why?: string;
  us: number;
  settled: number;
  generated: number;
  cost?: number;
  price?: number;
  ground_price?: number;
  unit?: string;
  length?: number;
  straight?: boolean;
  ratio?: number | null;
  planner: string;
  graph: string;
  note?: string;
  bytes?: number; // built for the planner
  points?: Vec[];
  steep?: number[];
  links?: number[];
  faces?: number[];
}
